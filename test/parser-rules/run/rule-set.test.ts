import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { compileRuleFile } from "../../../src/parser-rules/compile/compile-rule.ts";
import { readRuleFile } from "../../../src/parser-rules/files/read-rule-file.ts";
import { type RuleFileModel, ruleFileSchema } from "../../../src/parser-rules/rule-schema.ts";
import { createRuleSet } from "../../../src/parser-rules/run/rule-set.ts";
import { RuleTimer } from "../../../src/parser-rules/try/time-rules.ts";
import { traceRules } from "../../../src/parser-rules/try/trace-rules.ts";
import { applyNaively, plainEvent } from "../naive-rules.ts";

const rowOf = (fields: Partial<EventRow>): EventRow => ({
  ...{ times: [1], host: "h", program: "p", message: "m", severity: 6, facility: 1, type: 2, status: 0 },
  ...{ ciscoMnemonic: "", tags: [], extra: "" },
  ...fields,
});

/** Few words, so that rules and events meet. */
const word = fc.constantFrom("a", "b", "ab", "A", "x=1", "y=2", "12", "7");
const message = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const program = fc.constantFrom("", "sshd", "su", "cron");
const tagName = fc.constantFrom("t", "u", "v");
const pattern = fc.constantFrom(
  "^(a)(b)?",
  "(\\w+) (\\w+)",
  "^(?:a|b) (\\d*)",
  "x=(\\d)",
  "([ab]+)$",
  "^\\S+ (\\S+)",
  "(.*) (.*)",
);

const condition = fc.oneof(
  fc.record({
    field: fc.constant("program"),
    op: fc.constantFrom("eq", "ne", "=*", "!*"),
    value: program.filter(Boolean),
  }),
  fc.record({
    field: fc.constant("program"),
    op: fc.constantFrom("eq", "ne"),
    value: fc.array(fc.constantFrom("s*", "?u", "cron", "sshd"), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: fc.constantFrom("message", "tag:t", "host"),
    op: fc.constantFrom("eq", "ne", "=*", "!*"),
    value: fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 })),
    ignore_case: fc.boolean(),
  }),
  fc.record({ field: fc.constantFrom("message", "program", "tag:t"), op: fc.constantFrom("=~", "!~"), value: pattern }),
  fc.record({ field: fc.constant("message"), op: fc.constant("=~"), value: pattern, optional: fc.boolean() }),
  fc.record({
    field: fc.constantFrom("severity", "tag:t"),
    op: fc.constantFrom("gt", "lt", "ge", "le"),
    value: fc.nat(7),
  }),
);
const template = fc
  .array(fc.constantFrom("lit", "$MESSAGE", "$PROGRAM", "$HOST", "$$", "-", "$" + "{t}", "$" + "{u}"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(" "));
const deed = fc.oneof(
  fc.record({ tag: fc.dictionary(tagName, template, { minKeys: 1, maxKeys: 1 }) }),
  fc.record({ rewrite: fc.record({ program: fc.oneof(program, template), host: template }, { requiredKeys: [] }) }),
  fc.record({ rewrite: fc.record({ severity: fc.nat(7), message: template }, { requiredKeys: [] }) }),
  fc.record({
    replace: fc.array(
      fc.record({
        field: fc.constantFrom("message", "tag:t", "host"),
        expr: fc.constantFrom("a", "(\\d)", "[ab]+", " "),
        fmt: fc.constantFrom("", "Z", "<$0>"),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.record({
    tokenize: fc.record({
      separator: fc.constantFrom(" ", "=", "a"),
      fields: fc.array(fc.constantFrom("t", "u", ""), { minLength: 1, maxLength: 3 }),
    }),
  }),
  fc.constant({ kv: {} }),
  fc.constant({ drop: true }),
);
const groupDeed = fc.record({
  match: pattern.map((value) => [{ field: "message", op: "=~", value }]),
  tag: fc.dictionary(tagName, fc.constant("<$1>"), { minKeys: 1, maxKeys: 2 }),
});
const rule = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.array(condition, { maxLength: 3 }), deed).map(([match, what]) => ({ match, ...what })),
  },
  { weight: 1, arbitrary: groupDeed },
);
const file = fc
  .record(
    {
      first_match_only: fc.boolean(),
      pre_match: fc.array(condition, { maxLength: 2 }),
      rewrite_rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ["rewrite_rules"] },
  )
  .map((model) => ruleFileSchema.parse(model));
const event = fc.record({
  host: fc.constantFrom("h", "web"),
  program,
  message,
  severity: fc.nat(7),
  tags: fc.dictionary(tagName, word).map((tags) =>
    Object.entries(tags)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flat(),
  ),
});

const compileAll = (models: RuleFileModel[]) => models.map((model, index) => compileRuleFile(`file-${index}`, model));

describe("random rules on random events", () => {
  test("when a rule set works on them, then it does what a naive reader of the same rules does", () => {
    fc.assert(
      fc.property(
        fc.array(file, { minLength: 1, maxLength: 4 }),
        fc.array(event, { minLength: 1, maxLength: 8 }),
        (models, events) => {
          const rules = createRuleSet(compileAll(models));
          for (const fields of events) {
            const row = rowOf({ ...fields });
            const expected = applyNaively(models, plainEvent(rowOf(fields)));
            const outcome = rules.apply(row);
            if (expected === undefined) expect(outcome).toBe("dropped");
            else {
              expect(plainEvent(row)).toEqual(expected);
              expect(["kept", "overwrote"]).toContain(outcome);
            }
            const names = row.tags.filter((_, index) => index % 2 === 0);
            expect(names).toEqual([...new Set(names)].sort());
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test("when their steps are traced, then the event comes out the same", () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 3 }), event, (models, fields) => {
        const compiled = compileAll(models);
        const [row, traced] = [rowOf({ ...fields }), rowOf({ ...fields })];
        const outcome = createRuleSet(compiled).apply(row);
        const steps = [...traceRules(compiled, traced)];
        expect(steps.at(-1)?.outcome === "dropped").toBe(outcome === "dropped");
        if (outcome !== "dropped") expect(plainEvent(traced)).toEqual(plainEvent(row));
      }),
      { numRuns: 300 },
    );
  });

  test("when they are timed, then the event comes out the same, and who matched is counted", () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 3 }), event, (models, fields) => {
        const compiled = compileAll(models);
        const [row, timed] = [rowOf({ ...fields }), rowOf({ ...fields })];
        const rules = createRuleSet(compiled);
        const timer = new RuleTimer(compiled, 1);
        const isDropped = rules.apply(row) === "dropped";
        expect(timer.run(timed, 0) === "dropped").toBe(isDropped);
        if (!isDropped) expect(plainEvent(timed)).toEqual(plainEvent(row));
        const hits = [...rules.counts().values()].flat().reduce((sum, counts) => sum + counts.hits, 0);
        expect(timer.times().reduce((sum, { matched }) => sum + matched, 0)).toBe(hits);
      }),
      { numRuns: 300 },
    );
  });

  test("when rules concern no event of a program, then they say so, and it stays as it is", () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 3 }), event, (models, fields) => {
        const rules = createRuleSet(compileAll(models));
        if (rules.concerns(fields.program)) return;
        const row = rowOf({ ...fields });
        expect([rules.apply(row), row]).toEqual(["kept", rowOf(fields)]);
      }),
    );
  });
});

describe("errors of a rule", () => {
  const compiled = () =>
    readRuleFile("f", "rewrite_rules:\n  - {rewrite: {severity: $MESSAGE}}\n  - {tag: {second: 'yes'}}\n").compiled;

  test("when a rule fails, then it is undone and the next goes on; after 20 in a row it is off and told once", () => {
    const reports: unknown[] = [];
    const rules = createRuleSet([compiled()], (report) => reports.push(report));
    for (let i = 0; i < 25; i++) {
      const row = rowOf({ message: "loud" });
      rules.apply(row);
      expect(row.tags).toEqual(["second", "yes"]);
    }
    expect(reports).toEqual([{ file: "f", rule: "rule 1", error: expect.stringContaining("no severity") }]);
    expect(rules.counts().get("f")![0]).toMatchObject({ errors: 20, hits: 0, isOff: true });
  });

  test("when senders write what a rule cannot read, then it does not apply, and stays on", () => {
    const text = "rewrite_rules:\n  - {json: message}\n  - {replace: [{field: message, expr: a, fmt: bbbb}]}\n";
    const rules = createRuleSet([readRuleFile("f", text).compiled]);
    const deep = `${'{"x":'.repeat(70)}1${"}".repeat(70)}`;
    for (const message of ["{no json", "[1", "12", '"x"', "null", "", deep, "a".repeat(60_000)])
      for (let i = 0; i < 20; i++) rules.apply(rowOf({ message }));
    expect(rules.counts().get("f")).toMatchObject([
      { errors: 0, isOff: false, hits: 20 },
      { errors: 0, isOff: false },
    ]);
  });

  test("when a replaced text is longer than a message can be, then it is cut and not left as it was", () => {
    const { compiled } = readRuleFile(
      "f",
      "rewrite_rules: [{replace: [{field: message, expr: secret, fmt: '********'}]}]",
    );
    const row = rowOf({ message: "secret ".repeat(9_000) });
    expect(createRuleSet([compiled]).apply(row)).toBe("cut-overwrote");
    expect(row.message).not.toContain("secret");
    expect(row.message.length).toBe(65_536);
  });

  test("when a success comes between, then counting begins anew", () => {
    const rules = createRuleSet([compiled()]);
    for (let i = 0; i < 60; i++) rules.apply(rowOf({ message: i % 20 === 19 ? "error" : "loud" }));
    expect(rules.counts().get("f")![0]).toMatchObject({ errors: 57, hits: 3, isOff: false });
  });

  test("when the files are made anew, then those that are the same go on counting", () => {
    const kept = compiled();
    const before = createRuleSet([kept]);
    before.apply(rowOf({ message: "error" }));
    const after = createRuleSet(
      [readRuleFile("other", "rewrite_rules: [{drop: true}]").compiled, kept],
      undefined,
      before,
    );
    expect(after.counts().get("f")![0]!.hits).toBe(1);
  });
});

describe("bounds of an event", () => {
  test("when a rule makes more or longer tags than fit, then the event is cut and nothing is lost", () => {
    const { compiled } = readRuleFile("f", "rewrite_rules: [{json: message, rewrite: {program: '$" + "{p}'}}]");
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`k${1000 + index}`, "v"]));
    const row = rowOf({ message: JSON.stringify({ ...many, p: "x".repeat(300), long: "y".repeat(5000) }) });
    expect(createRuleSet([compiled]).apply(row)).toBe("cut");
    expect([row.tags.length, row.program.length]).toEqual([400, 255]);
    expect(Object.keys(JSON.parse(row.extra)).length + 200).toBe(252);
  });
});
