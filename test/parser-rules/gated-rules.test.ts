import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRow } from "../../src/eventstore/event/event.ts";
import { readRuleFile } from "../../src/parser-rules/files/read-rule-file.ts";
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
