import { expect, test } from "vitest";
import type { Shape } from "../../../src/ingest/fast/event-shape.ts";
import { RuleTargets } from "../../../src/ingest/fast/rule-targets.ts";
import { ruleTargetsMadeMax } from "../../../src/ingest/limits.ts";
import { type EventRules, noRules } from "../../../src/parser-rules/run/event-rules.ts";

test("when programs and names of tags are ever others, then what was known of them is forgotten and asked for anew", () => {
  let asked = 0;
  const rules: EventRules = {
    ...noRules,
    concerns: () => true,
    gateFor(known) {
      asked++;
      return noRules.gateFor(known);
    },
  };
  const targets = new RuleTargets(rules);
  const shapes = Array.from({ length: 1_024 }, (_, i) => ({ tagSet: new Set([`ut_${i}`]) }) as unknown as Shape);
  const programs = Array.from({ length: ruleTargetsMadeMax / shapes.length }, (_, i) => Buffer.from(`program${i}`));
  const find = (program: Buffer, shape: Shape) => targets.find(program, 0, program.length, shape, false)!.known;
  for (const program of programs) for (const shape of shapes) find(program, shape);
  expect(asked).toBe(ruleTargetsMadeMax);
  expect(find(programs[0]!, shapes[0]!)).toMatchObject({ program: "program0", tagNames: new Set(["ut_0"]) });
  expect(asked).toBe(ruleTargetsMadeMax + 1);
  find(programs[0]!, shapes[0]!);
  expect(asked).toBe(ruleTargetsMadeMax + 1);
});
