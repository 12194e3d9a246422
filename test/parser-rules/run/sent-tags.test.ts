import { describe, expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { compileRuleFile } from "../../../src/parser-rules/compile/compile-rule.ts";
import { ruleFileSchema } from "../../../src/parser-rules/rule-schema.ts";
import { createRuleSet } from "../../../src/parser-rules/run/rule-set.ts";
import { sentFields } from "../../../src/parser-rules/sent-fields.ts";

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

describe("a field that came with the event", () => {
  const values = { host: "fw-1", program: "asa", severity: "error", facility: 4, cisco_mnemonic: "ASA-6-1" };
  const rewriting = ruleFileSchema.parse({ rewrite_rules: [{ rewrite: { ...values, message: "else" } }] });
  const written = { host: "fw-1", program: "asa", severity: 3, facility: 4, ciscoMnemonic: "ASA-6-1" };
  const fields = Object.keys(values) as (keyof typeof values)[];

  function rewritten(isShipped: boolean, sent: number) {
    const row = rowOf([]);
    const before = { ...row };
    const outcome = createRuleSet([{ ...compileRuleFile("fw", rewriting), isShipped }]).apply(row, sent);
    return { outcome, row, before };
  }

  test.each(fields)("when a shipped rule rewrites %s, then it stays, and the others are set", (field) => {
    const place = field === "cisco_mnemonic" ? "ciscoMnemonic" : field;
    const { outcome, row, before } = rewritten(true, sentFields[field] | sentFields.message);
    expect(outcome).toBe("kept");
    expect(row).toEqual({ ...before, ...written, [place]: before[place] });
  });

  test.each([...fields, "message" as const])(
    "when a user's own rule rewrites %s, then it counts and is told",
    (field) => {
      const { outcome, row } = rewritten(false, sentFields[field]);
      expect([outcome, row.message, row.severity]).toEqual(["overwrote", "else", 3]);
    },
  );

  test("when nothing but the message was sent and a shipped rule sets all else, then nothing was overwritten", () => {
    const { outcome, row } = rewritten(true, sentFields.message);
    expect(outcome).toBe("kept");
    expect(row).toMatchObject({ ...written, message: "Teardown bytes 777" });
  });
});
