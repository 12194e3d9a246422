import { expect, test } from "vitest";
import { rowOfSample } from "../../../src/ingest/thread/sample-row.ts";
import { readRuleFile } from "../../../src/parser-rules/files/read-rule-file.ts";
import { measureRules } from "../../../src/performance/measure/measure-rules.ts";
import { chooseRules } from "../../../src/performance/samples/chosen-rules.ts";
import { sampleLines } from "../../../src/performance/samples/sample-lines.ts";
import { patienceMs } from "../../support/patience.ts";

const control = () => ({ isStopped: false, progress: 0 });
const shipped = () => chooseRules({ rulesFolder: "", names: [], inline: undefined });

/** A backtracking engine would need years for a line; the linear one is slow, and it never matches. */
const planted = `rewrite_rules:
  - name: bad
    match: {field: message, op: "=~", value: '((?:\\w{1,20}\\s*){1,40})[!?]$'}
    tag: {never: $1}`;

test(
  "when a rule with a bad pattern is planted in the library, then it is named first with its slowest line and why",
  async () => {
    const { files, models } = shipped();
    const bad = readRuleFile("planted", planted);
    const order = { files: [...files, bad.compiled], models: new Map([...models, ["planted", bad.model]]) };
    const progress = control();
    const measured = { ...order, samples: sampleLines, eventCount: 300, read: rowOfSample };
    const { rules, rule_count, event_count } = await measureRules(measured, progress);
    expect([event_count, rule_count]).toEqual([300, files.reduce((sum, file) => sum + file.rules.length, 1)]);
    const [first] = rules;
    expect(first).toMatchObject({ name: "planted / bad", type: "tag", asked: 300, matched: 0, errors: 0 });
    expect(sampleLines).toContain(first!.slowest_sample!);
    expect(first!.reason).toMatch(/% of the time of all rules.*may backtrack.*names no program.*matched none/);
    expect(first!.share).toBeGreaterThan(0.5);
    const seconds = rules.map((rule) => rule.seconds);
    expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
    expect(rules.find(({ name }) => name === "sshd / failed login")).toMatchObject({ matched: 30, errors: 0 });
    expect(progress.progress).toBeGreaterThanOrEqual(50);
  },
  patienceMs,
);

test("when one line is far longer than the others, then it is the slowest line of a rule that reads on to its end", async () => {
  const file = readRuleFile(
    "f",
    `rewrite_rules:\n  - match: {field: message, op: "=~", value: '([a-z]+\\d)+$'}\n    tag: {a: "1"}`,
  );
  const samples = ["short one", `${"abc1".repeat(500)} end!`, "another short one"];
  const order = {
    files: [file.compiled],
    models: new Map([["f", file.model]]),
    samples,
    eventCount: 60,
    read: rowOfSample,
  };
  const [rule] = (await measureRules(order, control())).rules;
  expect(rule!.slowest_sample).toBe(`${samples[1]!.slice(0, 299)}…`);
});

test("when a rule fails, then its errors are counted and told; one that is never asked has no time", async () => {
  const file = readRuleFile(
    "f",
    'rewrite_rules:\n  - {name: parse, rewrite: {severity: "$MESSAGE"}}\n  - {name: idle, match: {field: program, value: nobody}, drop: true}',
  );
  const order = {
    files: [file.compiled],
    models: new Map([["f", file.model]]),
    samples: ["no severity"],
    eventCount: 10,
    read: rowOfSample,
  };
  const { rules } = await measureRules(order, control());
  expect(rules[0]).toMatchObject({ name: "f / parse", errors: 10, matched: 0 });
  expect(rules[0]!.reason).toContain("failed for 10 of 10 events");
  expect(rules[1]).toMatchObject({ asked: 0, eps: null, us_per_asked: null, slowest_sample: null, reason: null });
});

test("when it is told to stop, then it ends", async () => {
  const stopped = { isStopped: true, progress: 0 };
  const order = { ...shipped(), samples: sampleLines, eventCount: 10, read: rowOfSample };
  await expect(measureRules(order, stopped)).rejects.toThrow("stop");
});
