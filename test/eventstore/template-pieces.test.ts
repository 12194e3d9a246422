import { expect, test } from "vitest";
import { piecesOf } from "../../src/eventstore/template.ts";

const template = "user \u0001 of \u0002, \u0001 times";
const pieces = [
  "user ",
  { kind: "number", index: 0 },
  " of ",
  { kind: "word", index: 0 },
  ", ",
  { kind: "number", index: 1 },
  " times",
];

test("when a template is asked for again, then its pieces are the same ones", () => {
  expect(piecesOf(template)).toEqual(pieces);
  expect(piecesOf(template)).toBe(piecesOf(template));
});

test("when more templates came than are remembered, then each still has its own pieces", () => {
  const first = piecesOf(template);
  for (let i = 0; i < 1_200; i++) {
    const text = `${"x".repeat(1_000)}${i} \u0002`;
    expect(piecesOf(text)).toEqual([text.slice(0, -1), { kind: "word", index: 0 }]);
  }
  expect(piecesOf(template)).not.toBe(first);
  expect(piecesOf(template)).toEqual(pieces);
});
