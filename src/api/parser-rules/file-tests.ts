import { weightOf } from "../../engine/light-or-heavy.ts";
import { invalidField, notFound } from "../../lib/errors.ts";
import { findRuleSource, findRuleTests, type RuleFolder } from "../../parser-rules/files/rule-folder.ts";
import { RuleFileError } from "../../parser-rules/rule-problem.ts";
import type { RuleTask } from "../../parser-rules/try/rule-task.ts";
import type { RuleTestOutcome } from "../../parser-rules/try/rule-tests.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import type { RuleFileTests, TestRunAnswer, TestRunRequest } from "./schema.ts";

export type FileTestService = ReturnType<typeof createFileTestService>;

/** Tests in files next to rule files: event in, event out. They are read and run in a thread of the pool. */
export function createFileTestService({ folder, pool }: { folder: RuleFolder; pool: Pick<WorkerPool, "run"> }) {
  return {
    get(name: string): RuleFileTests {
      requireKnown(name);
      return findTests(name) ?? { text: "", origin: null };
    },

    async replace(name: string, text: string): Promise<RuleFileTests> {
      requireKnown(name);
      const task: RuleTask = { kind: "check-tests", tests: text };
      if (text.trim() !== "") await pool.run<string>("parser-rules", task, weightOf({ kind: "rules", task }));
      folder.writeTests(name, text);
      return findTests(name) ?? { text: "", origin: null };
    },

    /** Missing fields come from the stored file. Stores nothing, and counts nothing for any rule. */
    async run(userId: number, name: string, given: TestRunRequest): Promise<TestRunAnswer> {
      const text = given.text ?? requireKnown(name).text;
      const tests = given.tests ?? findTests(name)?.text ?? "";
      if (tests.trim() === "") return { passed: 0, failed: 0, tests: [] };
      const task: RuleTask = { kind: "run-tests", name, text, tests };
      const weight = weightOf({ kind: "rules", task });
      const outcomes = await pool.run<RuleTestOutcome[]>("parser-rules", task, weight, userId);
      const failed = outcomes.filter(({ differences }) => differences.length > 0).length;
      return { passed: outcomes.length - failed, failed, tests: outcomes };
    },
  };

  function requireKnown(name: string) {
    const source = findRuleSource(folder.path, name);
    if (source === undefined) throw notFound();
    return source;
  }

  function findTests(name: string) {
    try {
      return findRuleTests(folder.path, name);
    } catch (error) {
      if (error instanceof RuleFileError) throw invalidField("tests", error.message);
      throw error;
    }
  }
}
