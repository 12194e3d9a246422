import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lineKinds } from "../../../bench/corpora/line-kinds.ts";
import { readRuleFile } from "../../../src/parser-rules/files/read-rule-file.ts";
import { shippedRules } from "../../../src/parser-rules/files/shipped-rules.ts";
import { createRuleSet } from "../../../src/parser-rules/run/rule-set.ts";
import { noFastPath, Road } from "./road.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);

/** Rules of a user, who may do what shipped ones may not. */
const own = `
rewrite_rules:
  - match: {field: message, op: "=*", value: "tagged"}
    tag: {user: "root", zone: "\${message}", src_ip: "10.0.0.9"}
  - match: {field: message, op: "=*", value: "renamed"}
    rewrite: {program: "other", severity: error}
  - match: {field: program, value: other}
    tag: {after: "\${host}"}
  - match: {field: message, op: "=*", value: "moved"}
    rewrite: {host: "elsewhere", facility: daemon}
  - match: {field: message, op: "=*", value: "said"}
    rewrite: {message: "\${message} twice"}
  - match: {field: message, op: "=*", value: "timed"}
    rewrite: {time: "2026-05-05T10:00:00Z"}
  - match: {field: message, op: "=*", value: "ancient"}
    rewrite: {time: "1996-05-05T10:00:00Z"}
  - match: {field: message, op: "=*", value: "pairs"}
    kv: {separator: "="}
  - match: {field: message, op: "=*", value: "long"}
    tag: {big: "\${message}\${message}\${message}\${message}\${message}\${message}\${message}\${message}"}
  - match: {field: message, op: "=*", value: "unwanted"}
    drop: true
  - match: [{field: "tag:zone", op: "=*", value: "tagged"}, {field: "tag:status", value: ""}]
    tag: {zoned: "yes", status: "set"}
`;

const words = [
  "tagged",
  "renamed",
  "moved",
  "said",
  "timed",
  "ancient",
  "pairs a=1 ü=2 a.b=x",
  "unwanted",
  "long",
  "20",
];

/** A line of a known program with what varies filled in, or one that rules of the user look at. */
const anyMessage = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(lineKinds.length - 1), fc.nat(2), fc.constantFrom("alice", "größe", "10.0.0.1", "17", "\\u0041"))
      .map(([kind, number, word]) => {
        const { program, message } = lineKinds[kind]!;
        return { program, message: message.replace(/\{(\w+)\}/g, (_, name) => filled(name, number, word)) };
      }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      program: fc.constantFrom("nginx", "", "api", "other", undefined),
      message: fc
        .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 4 })
        .map((parts) => `m ${parts.join(" ")}${parts.includes("long") ? "x".repeat(700) : ""}`),
    }),
  },
);

function filled(name: string, number: number, word: string): string {
  if (name === "ip") return `10.0.0.${number}`;
  if (name === "iso") return "2026-05-05 11:59:59";
  if (name === "date") return "2026/05/05 11:59:59";
  if (name === "user" || name === "path" || name === "host" || name === "site") return word;
  return String(number + 10);
}

const anyLine = fc
  .record({
    line: anyMessage,
    ts: fc.option(fc.nat(3).map((ago) => nowMs / 1000 - ago)),
    host: fc.constantFrom("h1", undefined),
    severity: fc.constantFrom(3, 6, undefined),
    app: fc.constantFrom("nginx", "sshd", undefined),
    user_tags: fc.dictionary(
      fc.constantFrom("user", "src_ip", "status", "device_vendor", "_json", "EventID", "method"),
      fc.oneof(fc.nat(3), fc.constant(""), fc.constantFrom("root", "Microsoft", "größe", 'q"')),
    ),
    many: fc.constantFrom(0, 0, 0, 199),
  })
  .map(({ line, many, user_tags, ...event }) => {
    for (let i = 0; i < many; i++) user_tags[`t${i}`] = i;
    return JSON.stringify({ ...event, ...line, user_tags });
  });

let roads: Road[];
beforeAll(() => {
  const rules = () =>
    createRuleSet([
      ...shippedRules.map(({ fileName, text }) => ({
        ...readRuleFile(fileName.replace(/\.[a-z]+$/, ""), text).compiled,
        isShipped: true,
      })),
      readRuleFile("zz", own).compiled,
    ]);
  roads = [new Road(rules(), nowMs, noFastPath), new Road(rules(), nowMs)];
});
afterAll(() => {
  for (const { store } of roads) store.close();
});

test("when rules apply to events, then those that stay bytes are what the slow path makes of them", () => {
  let changed = 0;
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), (lines) => {
      const body = Buffer.from(lines.join("\n"));
      const [naive, fast] = roads.map((road) => road.take(body));
      expect(fast).toEqual(naive);
      for (const { tags } of naive!.events) if (tags.includes("action") || tags.includes("zone")) changed++;
    }),
    { numRuns: 200 },
  );
  expect(changed).toBeGreaterThan(150);
});
