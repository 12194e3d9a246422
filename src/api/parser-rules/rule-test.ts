import { weightOf } from "../../engine/light-or-heavy.ts";
import { invalidField } from "../../lib/errors.ts";
import type { RuleFault, RuleTask } from "../../parser-rules/try/rule-task.ts";
import type { TriedSample } from "../../parser-rules/try/try-rules.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import { sampleCharactersMax } from "./limits.ts";
import type { RuleCheckAnswer, RuleCheckRequest, RuleTestAnswer, RuleTestRequest } from "./schema.ts";

export type RuleTestService = ReturnType<typeof createRuleTestService>;

/** Tries rules on samples in a thread of the pool. */
export function createRuleTestService({ folder, pool }: { folder: string; pool: Pick<WorkerPool, "run"> }) {
  return {
    /** For whoever writes a file: a fault is no refusal. */
    async check(userId: number, { name, text }: RuleCheckRequest): Promise<RuleCheckAnswer> {
      const task: RuleTask = { kind: "check", name, text };
      const weight = weightOf({ kind: "rules", task });
      return { fault: await pool.run<RuleFault | null>("parser-rules", task, weight, userId) };
    },

    async run(userId: number, { name, samples, ...content }: RuleTestRequest): Promise<RuleTestAnswer> {
      const characters = samples.reduce((sum, sample) => sum + JSON.stringify(sample).length, 0);
      if (characters > sampleCharactersMax)
        throw invalidField(
          "samples",
          `Expected at most ${sampleCharactersMax} characters together, got ${characters}.`,
        );
      const task: RuleTask = { kind: "try", trial: { folder, name, content, samples } };
      const weight = weightOf({ kind: "rules", task });
      return { results: await pool.run<TriedSample[]>("parser-rules", task, weight, userId) };
    },
  };
}
