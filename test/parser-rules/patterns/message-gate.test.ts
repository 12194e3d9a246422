import fc from "fast-check";
import { expect, test } from "vitest";
import { MessageGate, type RequiredText } from "../../../src/parser-rules/patterns/message-gate.ts";

const anyPiece = fc.oneof(
  fc.constantFrom(...["a", "A", "ab", "aB", "b", "Failed ", "failed", "é", "É", "K", "k", "|", "x|y", " from "]),
  fc.string({ minLength: 1, maxLength: 3 }),
);
const anyRequired: fc.Arbitrary<RequiredText> = fc
  .record({
    text: fc.array(anyPiece, { minLength: 1, maxLength: 2 }),
    ignoreCase: fc.boolean(),
    isPrefix: fc.boolean(),
  })
  .map(({ text, ...more }) => ({ text: text.join(""), ...more }));

function holds(message: string, { text, ignoreCase, isPrefix }: RequiredText): boolean {
  const [all, part] = ignoreCase ? [message.toLowerCase(), text.toLowerCase()] : [message, text];
  return isPrefix ? all.startsWith(part) : all.includes(part);
}

function rulesFor(gate: MessageGate, message: string): number[] {
  // With something around it, at which nobody may look.
  const bytes = Buffer.from(`Failed ${message} from a|`);
  return [...gate.rulesFor(bytes, 7, bytes.length - 8)].sort((a, b) => a - b);
}

test("when a message holds texts, then their rules are named, each once; when it is ASCII, then no others are", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: anyRequired, rules: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }) }), {
        maxLength: 12,
      }),
      fc.uniqueArray(fc.integer({ min: 8, max: 12 }), { maxLength: 2 }),
      fc.array(anyPiece, { maxLength: 6 }).map((pieces) => pieces.join("")),
      (wanted, always, message) => {
        const gate = new MessageGate(
          wanted.map(({ text, rules }) => ({ ...text, rules })),
          always,
        );
        const named = rulesFor(gate, message);
        const found = wanted.flatMap(({ text, rules }) => (holds(message, text) ? rules : []));
        const due = [...new Set([...always, ...found])].sort((a, b) => a - b);
        const isPlain = /^[\0-\x7f]*$/.test(message) || !wanted.some(({ text }) => text.ignoreCase);
        if (isPlain) expect(named).toEqual(due);
        else expect(named).toEqual(expect.arrayContaining(due));
        expect(new Set(named).size).toBe(named.length);
      },
    ),
    { numRuns: 5_000 },
  );
});

test("when there are far more texts than a byte can number, then each is found", () => {
  const required = Array.from({ length: 3_000 }, (_, i) => ({
    text: `${i.toString(36)}=${(i * 7919).toString(36)}`,
    ignoreCase: i % 3 === 0,
    isPrefix: false,
    rules: [i],
  }));
  const gate = new MessageGate(required, []);
  for (const [i, { text }] of required.entries()) expect(rulesFor(gate, `something ${text} else`)).toContain(i);
  expect(rulesFor(gate, "something else")).toEqual([]);
});
