import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRow } from "../../src/eventstore/event/event.ts";
import { readRuleFields, readRuleFile } from "../../src/parser-rules/files/read-rule-file.ts";
import { shippedRules } from "../../src/parser-rules/files/shipped-rules.ts";
import { createRuleSet } from "../../src/parser-rules/run/rule-set.ts";

const rules = createRuleSet(
  shippedRules.map(({ fileName, text }) => readRuleFile(fileName.replace(/\.[a-z]+$/, ""), text).compiled),
);

const anyRow = fc
  .record({
    program: fc.constantFrom("nginx", "sshd", "kernel", "cron", "CRON", "api", "", "postgres", "named", "sudo", "su"),
    message: fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            ...[
              "Accepted password for root from 192.0.2.1 port 22 ssh2",
              "pam_unix(sshd:session): ",
              "%ASA-6-302013: ",
            ],
            ...[
              "session opened for user root(uid=0)",
              '] "',
              " SRC=1.2.3.4 OUT= ",
              "(root) CMD (ls)",
              "2024/01/02 03:04:05",
            ],
            ...[
              " [error] 5#5: x",
              ", client: 192.0.2.1, server: a",
              "root : COMMAND=/bin/ls",
              "Out of memory: Killed process 5 (x)",
              "ERROR:  deadlock detected",
              "LOG:  duration: 1.5 ms  statement: select 1",
              "FATAL:  sorry, too many clients already",
              'Deny tcp src a:192.0.2.1/5 dst b:192.0.2.2/22 by access-group "x"',
            ],
          ),
          { maxLength: 3 },
        )
        .map((parts) => parts.join("")),
    ),
    tags: fc.dictionary(
      fc.constantFrom("error_severity", "backend_type", "container", "a"),
      fc.constantFrom("ERROR", "x", "5"),
    ),
  })
  .map(
    ({ program, message, tags }): EventRow => ({
      ...{ times: [1], host: "h", severity: 6, facility: 1, type: 2, status: 0, ciscoMnemonic: "", extra: "" },
      ...{
        program,
        message,
        tags: Object.keys(tags)
          .sort()
          .flatMap((name) => [name, tags[name]!]),
      },
    }),
  );

test("when a gate names no rule for an event, then rules leave it as it is; when it names some, then they do the same with it", () => {
  let denied = 0;
  let allowed = 0;
  fc.assert(
    fc.property(anyRow, (row) => {
      const tagNames = new Set(row.tags.filter((_, index) => index % 2 === 0));
      const mayHaveMnemonic = /%[A-Z]/.test(row.message);
      if (mayHaveMnemonic) row.ciscoMnemonic = "ASA-6-302013";
      const known = { program: row.program, tagNames, mayHaveMnemonic };
      const message = Buffer.from(row.message);
      const target = rules.targetFor(known);
      const asked = rules.concerns(row.program) ? target.gate.rulesFor(message, 0, message.length) : [];
      const mayChange = asked.length > 0;
      if (mayChange) allowed++;
      else denied++;
      const before = structuredClone(row);
      const gated = structuredClone(row);
      const outcome = rules.apply(row);
      if (!mayChange) expect([outcome, row]).toEqual(["kept", before]);
      if (asked.length > 0) expect([rules.apply(gated, undefined, target), gated]).toEqual([outcome, row]);
    }),
    { numRuns: 3_000 },
  );
  // Neither answer to all of them would be worth anything.
  expect(Math.min(denied, allowed)).toBeGreaterThan(300);
});

test("when a rule changes the program, then rules for the new program are asked, though the gate knew none of them", () => {
  const renamed = `
rewrite_rules:
  - match: { field: message, op: "=~", value: "^worker (\\\\w+) done" }
    rewrite: { program: "worker-$1" }
`;
  const ofNew = `
pre_match: { field: program, value: worker-five }
rewrite_rules:
  - match: { field: message, op: "=*", value: done }
    tag: { state: finished }
`;
  const set = createRuleSet([readRuleFile("a", renamed).compiled, readRuleFile("b", ofNew).compiled]);
  const message = "worker five done";
  const row: EventRow = {
    ...{ times: [1], host: "h", program: "old", message, severity: 6, facility: 1, type: 2, status: 0 },
    ...{ ciscoMnemonic: "", tags: [], extra: "" },
  };
  const target = set.targetFor({ program: "old", tagNames: new Set(), mayHaveMnemonic: false });
  expect(target.gate.rulesFor(Buffer.from(message), 0, message.length)).toEqual([0]);
  expect(set.apply(row, undefined, target)).toBe("kept");
  expect([row.program, row.tags]).toEqual(["worker-five", ["state", "finished"]]);
});

test("when a shipped file takes the message apart first, then its other rules wait for their own words in the message", () => {
  const file = "postgres";
  const { text } = shippedRules.find(({ fileName }) => fileName.startsWith(`${file}.`))!;
  const set = createRuleSet([readRuleFile(file, text).compiled]);
  const { gate } = set.targetFor({ program: file, tagNames: new Set(), mayHaveMnemonic: false });
  const message = Buffer.from("2026-11-21 09:00:00 UTC [12] shop@shop LOG:  duration: 1.5 ms  statement: select 1");
  gate.rulesFor(message, 0, message.length);
  const numbers = [...set.counts().get(file)!.keys()];
  expect(numbers.length).toBeGreaterThan(15);
  expect(numbers.filter((number) => !gate.rulesOut(number))).toHaveLength(4);
});

const inBraces = `$\{message}`;

/** Notes that are parts of the message, and some that only look so. */
const settingRules = [
  { match: { field: "message", op: "=~", value: "^(\\w+): (.*)$" }, tag: { _a: "$2" } },
  { match: { field: "message", op: "=~", value: "code (?P<code>\\w+)" }, tag: { _b: "$1" } },
  { match: { field: "tag:_a", value: "" }, tag: { _a: "$MESSAGE" } },
  { match: { field: "tag:_a", value: "" }, tag: { _a: inBraces } },
  { match: { field: "message", op: "=*", value: "alpha" }, tag: { message: "deadlock found", _a: inBraces } },
  { match: { field: "host", op: "=~", value: "^(?P<message>.*)$" }, tag: { _a: inBraces } },
  { match: { field: "tag:_a", value: "" }, tag: { _a: "$HOST" } },
  { match: { field: "message", op: "=~", value: "^(\\w+)" }, tag: { _a: { value: "$1", map: { alpha: "deadlock" } } } },
  { match: { field: "message", op: "=~", value: "^(\\w+)" }, tag: { _b: { value: "$1", case: "upper" } } },
  { match: { field: "host", op: "=~", value: "^(.*)$" }, tag: { _a: "$1" } },
  { match: { field: "message", op: "=*", value: "alpha" }, tag: { _b: "dead$MESSAGE" } },
  { match: { field: "message", op: "=*", value: "alpha" }, rewrite: { message: "beta: deadlock found" } },
  {
    match: { field: "tag:_a", op: "=*", value: "alpha" },
    replace: [{ field: "tag:_a", expr: "alpha", fmt: "deadlock" }],
  },
  { match: { field: "host", op: "=~", value: "^(.*)$" }, kv: { field: "1", separator: "=", prefix: "_" } },
  { grok: { patterns: "(?P<x>alpha|lock=%{WORD:_b})", field: "host" } },
];
const askingRules = [
  { match: { field: "tag:_a", op: "=~", value: "^deadlock (found|lost)" }, tag: { seen: "$1" } },
  { match: { field: "tag:_a", op: "=*", value: "deadlock" }, tag: { inside: "yes" } },
  { match: { field: "tag:_b", value: ["DEADLOCK", "deadlock"] }, tag: { exact: "yes" } },
  { match: { field: "tag:_b", op: "=~", value: "(?i)deadlock" }, tag: { any: "yes" } },
  {
    match: [
      { field: "tag:_a", op: "=*", value: "deadlock" },
      { field: "tag:_b", op: "ne", value: "x" },
    ],
    tag: { both: "yes" },
  },
];
const anyNoteFile = fc
  .tuple(
    fc.shuffledSubarray(settingRules, { minLength: 1, maxLength: 3 }),
    fc.shuffledSubarray(askingRules, { minLength: 1, maxLength: 2 }),
  )
  .map(([setting, asking]) => [...setting, ...asking]);
const anyNoteMessage = fc
  .array(
    fc.constantFrom("alpha", "beta", "deadlock", "DEADLOCK", "found", "code", "_b=deadlock", "a=deadlock", ": ", " "),
  )
  .map((parts) => parts.join(""));

test("when rules ask for notes of their file, then a gate that looked for them in the message changes nothing", () => {
  let asked = 0;
  fc.assert(
    fc.property(
      fc.array(anyNoteFile, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(anyNoteMessage, fc.constantFrom("", "deadlock")), { minLength: 1, maxLength: 5 }),
      (files, events) => {
        const set = createRuleSet(
          files.map((rewrite_rules, index) => readRuleFields(`f${index}`, { rewrite_rules }).compiled),
        );
        for (const [message, sent] of events) {
          const tags = sent === "" ? [] : ["_a", sent];
          const row: EventRow = {
            ...{
              times: [1],
              host: "deadlock found",
              program: "p",
              message,
              severity: 6,
              facility: 1,
              type: 2,
              status: 0,
            },
            ...{ ciscoMnemonic: "", tags, extra: "" },
          };
          const tagNames = new Set(sent === "" ? [] : ["_a"]);
          const target = set.targetFor({ program: "p", tagNames, mayHaveMnemonic: false });
          const bytes = Buffer.from(message);
          const found = target.gate.rulesFor(bytes, 0, bytes.length);
          const [plain, gated] = [structuredClone(row), structuredClone(row)];
          const outcome = set.apply(plain);
          if (found.length === 0) expect([outcome, plain]).toEqual(["kept", row]);
          else expect([set.apply(gated, undefined, target), gated]).toEqual([outcome, plain]);
          if (found.length > 0 && plain.tags.includes("inside")) asked++;
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(asked).toBeGreaterThan(300);
});
