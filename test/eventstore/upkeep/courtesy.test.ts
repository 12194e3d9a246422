import { expect, test } from "vitest";
import { courtesyMs } from "../../../src/eventstore/limits.ts";
import { Courtesy } from "../../../src/eventstore/upkeep/courtesy.ts";

test("when somebody waits for an answer, then work that can wait does, and goes on once nobody does", () => {
  const courtesy = new Courtesy();
  expect(courtesy.mustWait(false, 0)).toBe(false);
  expect(courtesy.mustWait(true, 1)).toBe(true);
  expect(courtesy.mustWait(true, courtesyMs / 2)).toBe(true);
  expect(courtesy.mustWait(false, courtesyMs / 2 + 1)).toBe(false);
});

test("when questions never end, then it works half of the time", () => {
  const courtesy = new Courtesy();
  const waits = Array.from({ length: 10 * courtesyMs }, (_, ms) => courtesy.mustWait(true, ms));
  const changes = waits.flatMap((wait, ms) => (ms > 0 && wait !== waits[ms - 1] ? [ms] : []));
  expect(waits[0]).toBe(true);
  expect(changes).toEqual(Array.from({ length: 9 }, (_, turn) => (turn + 1) * courtesyMs));
});

test("when questions come one after the other with pauses, then each is let pass as if it were the first", () => {
  const courtesy = new Courtesy();
  for (let question = 0; question < 5; question++) {
    const begin = question * courtesyMs;
    for (let ms = 0; ms < courtesyMs - 1; ms += 7) expect(courtesy.mustWait(true, begin + ms)).toBe(true);
    expect(courtesy.mustWait(false, begin + courtesyMs - 1)).toBe(false);
  }
});
