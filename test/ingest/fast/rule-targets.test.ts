import { expect, test } from "vitest";
import type { Shape } from "../../../src/ingest/fast/event-shape.ts";
import { RuleTargets } from "../../../src/ingest/fast/rule-targets.ts";
import { ruleTargetsMadeMax } from "../../../src/ingest/limits.ts";
import { type EventRules, noRules } from "../../../src/parser-rules/run/event-rules.ts";
import type { KnownOfEvent } from "../../../src/parser-rules/run/make-gate.ts";

test("when programs and names of tags are ever others, then what was known of them is forgotten and asked for anew", () => {
  let asked = 0;
  let last: KnownOfEvent | undefined;
  const rules: EventRules = {
    ...noRules,
    concerns: () => true,
    targetFor(known) {
      asked++;
      last = known;
      return noRules.targetFor(known);
    },
  };
  const targets = new RuleTargets(rules);
  const shapes = Array.from({ length: 1_024 }, (_, i) => ({ tagSet: new Set([`ut_${i}`]) }) as unknown as Shape);
  const programs = Array.from({ length: ruleTargetsMadeMax / shapes.length }, (_, i) => Buffer.from(`program${i}`));
  const find = (program: Buffer, shape: Shape) => targets.find(program, 0, program.length, shape, false);
  for (const program of programs) for (const shape of shapes) find(program, shape);
  expect(asked).toBe(ruleTargetsMadeMax);
  find(programs[0]!, shapes[0]!);
  expect(last).toMatchObject({ program: "program0", tagNames: new Set(["ut_0"]) });
  expect(asked).toBe(ruleTargetsMadeMax + 1);
  find(programs[0]!, shapes[0]!);
  expect(asked).toBe(ruleTargetsMadeMax + 1);
});
