import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createLineSplitter } from "../../../src/cli/import/split-lines.ts";

function split(chunks: Uint8Array[], maxBytes?: number) {
  const splitter = createLineSplitter(maxBytes);
  const lines: string[] = [];
  for (const chunk of chunks) splitter.push(chunk, (line) => lines.push(line));
  splitter.end((line) => lines.push(line));
  return { lines, ...splitter.counts };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("when bytes are cut into any chunks, then the lines are those of the whole text", () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\r", " ") }), { maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(60), { maxLength: 10 }), (lines, cuts) => {
      const whole = bytes(lines.join("\n"));
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const chunks = at.slice(1).map((end, i) => whole.subarray(at[i], end));
      const expected = lines.map((line) => line.replace(/\r$/, ""));
      // A text that ends with a line end has no further, empty line.
      if (lines.at(-1) === "") expected.pop();
      expect(split(chunks)).toEqual({ lines: expected, cut: 0, notUtf8: 0 });
    }),
  );
});

test("when a line is longer than the bound, then its beginning is kept, it is counted and the next lines are whole", () => {
  const chunks = [bytes("a"), ...Array.from({ length: 100 }, () => bytes("b".repeat(100))), bytes("\nnext\n")];
  expect(split(chunks, 50)).toEqual({ lines: [`a${"b".repeat(49)}`, "next"], cut: 1, notUtf8: 0 });
});

test("when the bound falls inside a character, then that character is left out", () => {
  expect(split([bytes("ab€€€\nx")], 6)).toEqual({ lines: ["ab€", "x"], cut: 1, notUtf8: 0 });
});

test("when the last line is too long and has no end, then it is cut as well", () => {
  expect(split([bytes("x".repeat(20))], 8)).toEqual({ lines: ["x".repeat(8)], cut: 1, notUtf8: 0 });
});

test("when a line is not UTF-8, then it is kept with replacement characters and counted once", () => {
  const line = Uint8Array.of(0x66, 0xfc, 0x72, 0xff, 0x0a);
  expect(split([line, bytes("a real \uFFFD\n")])).toEqual({
    lines: ["f\uFFFDr\uFFFD", "a real \uFFFD"],
    cut: 0,
    notUtf8: 1,
  });
});

test("when a file begins with a byte order mark and has CRLF, then lines have neither", () => {
  expect(split([bytes("\uFEFFone\r\ntwo\r\n")]).lines).toEqual(["one", "two"]);
});
