import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { type FollowTable, makeFollowTable } from "../../../src/filter/regular/follow-table.ts";
import { readProgram } from "../../../src/filter/regular/program.ts";

function tableOf(pattern: string): FollowTable {
  return makeFollowTable(readProgram(RE2JS.compile(pattern))!, 0);
}

/** Entries and words of chains, which are looked at for a character at worst. */
function stepsAtTargets({ leads }: FollowTable): number {
  if (!leads) return 0;
  return leads.entryPlaces.length + leads.targets.chains.reduce((sum, { words }) => sum + 1 + words.length, 0);
}

test("when each place is followed by the next one, then nothing else is looked at", () => {
  const table = tableOf("a.{500}%dc");
  expect([table.shifts, table.leads]).toEqual([[], undefined]);
});

test("when alternatives repeat, then their places are followed by shifts", () => {
  const table = tableOf("(?:ab|cd){300}x");
  expect(table.shifts.map(({ words, bits }) => words * 32 + bits).sort()).toEqual([3, 5]);
  expect(stepsAtTargets(table)).toBeLessThan(8);
});

test("when a thousand parts may be missing, then what follows on all of them is found in steps for words, not places", () => {
  expect(stepsAtTargets(tableOf("(?:a?){1000}b"))).toBeLessThan(100);
  expect(stepsAtTargets(tableOf("(?:a*b?){500}c"))).toBeLessThan(200);
  expect(stepsAtTargets(tableOf("[a-z]{200,400}x"))).toBeLessThan(20);
});

test("when ways meet again and again, then the table is no larger than the program", () => {
  for (const pattern of ["(?:a{0,100}){10}b", "(?:(?:a|bc|def)*|g?){300}h", `${"(?:ab?|c*)*".repeat(60)}d`]) {
    const compiled = RE2JS.compile(pattern);
    expect(stepsAtTargets(tableOf(pattern))).toBeLessThan(compiled.programSize() * 2);
  }
});
