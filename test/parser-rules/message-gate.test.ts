import fc from "fast-check";
import { expect, test } from "vitest";
import { MessageGate, type RequiredText } from "../../src/parser-rules/message-gate.ts";

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

function passes(gate: MessageGate, message: string): boolean {
  // With something around it, at which nobody may look.
  const bytes = Buffer.from(`Failed ${message} from a|`);
  return gate.mayPass(bytes, 7, bytes.length - 8);
}

test("when a message holds one of the texts, then it passes; when it is ASCII and holds none, then it does not", () => {
  fc.assert(
    fc.property(
      fc.array(anyRequired, { maxLength: 12 }),
      fc.array(anyPiece, { maxLength: 6 }).map((pieces) => pieces.join("")),
      (required, message) => {
        const isWanted = required.some((one) => holds(message, one));
        const isPassed = passes(new MessageGate(required, false), message);
        const isPlain = /^[\0-\x7f]*$/.test(message) || !required.some(({ ignoreCase }) => ignoreCase);
        if (isWanted) expect(isPassed).toBe(true);
        else if (isPlain) expect(isPassed).toBe(false);
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
  }));
  const gate = new MessageGate(required, false);
  for (const { text } of required) expect(passes(gate, `something ${text} else`)).toBe(true);
  expect(passes(gate, "something else")).toBe(false);
});

test("when a rule asks for none of the texts, then everything passes", () => {
  expect(passes(new MessageGate([], true), "x")).toBe(true);
  expect(passes(new MessageGate([], false), "x")).toBe(false);
});
