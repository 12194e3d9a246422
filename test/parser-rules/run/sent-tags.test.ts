import { describe, expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { compileRuleFile } from "../../../src/parser-rules/compile/compile-rule.ts";
import { ruleFileSchema } from "../../../src/parser-rules/rule-schema.ts";
import { createRuleSet } from "../../../src/parser-rules/run/rule-set.ts";

const model = ruleFileSchema.parse({
  rewrite_rules: [
    { match: { field: "message", op: "=~", value: "bytes (\\d+)$" }, tag: { bytes: "$1", action: "deny" } },
  ],
});

function rowOf(tags: string[]): EventRow {
  return {
    ...{
      times: [0],
      host: "h",
      program: "fw",
      message: "Teardown bytes 777",
      severity: 6,
      facility: 1,
      type: 2,
      status: 0,
    },
    ...{ ciscoMnemonic: "", tags, extra: "" },
  };
}

function applied(isShipped: boolean, tags: string[]) {
  const row = rowOf(tags);
  const outcome = createRuleSet([{ ...compileRuleFile("fw", model), isShipped }]).apply(row);
  return { outcome, tags: row.tags };
}

describe("a tag that came with the event", () => {
  test("when a shipped rule finds another value, then what was sent stays and the rest is added", () => {
    expect(applied(true, ["bytes", "42"])).toEqual({ outcome: "kept", tags: ["action", "deny", "bytes", "42"] });
  });

  test("when a user's own rule does, then its value counts, and that it overwrote is told", () => {
    expect(applied(false, ["bytes", "42"])).toEqual({ outcome: "overwrote", tags: ["action", "deny", "bytes", "777"] });
  });

  test.each([true, false])(
    "when the rule finds the same value or one that was not sent, then nothing is overwritten",
    (isShipped) => {
      expect(applied(isShipped, ["bytes", "777"]).outcome).toBe("kept");
      expect(applied(isShipped, []).outcome).toBe("kept");
    },
  );
});
