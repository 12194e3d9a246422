import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../../src/lib/log.ts";
import { readRules } from "../../../src/parser-rules/files/read-rules.ts";
import { ActiveRules } from "../../../src/parser-rules/run/active-rules.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rule = (tag: string) => `  - match: {field: message, op: "=~", value: '${tag}'}\n    tag: {${tag}: "yes"}\n`;
const write = (fileName: string, ...tags: string[]) =>
  writeFileSync(join(folder, fileName), `rewrite_rules:\n${tags.map(rule).join("")}`);
const openBook = () => new ActiveRules({ folder, shipped: [], onOff: () => undefined, log: createLog("silent") });
const countSteps = (steps: Iterator<void>) => {
  let count = 0;
  while (!steps.next().done) count++;
  return count;
};
const counted = (book: ActiveRules) =>
  book.states().map(({ fileName, rules, error }) => [fileName, rules.length, error]);

test("when files were read by somebody else, then they are put in force as if read here, with a rest after each rule", () => {
  write("many.yaml", "a", "b", "c", "d");
  write("one.json", "a");
  writeFileSync(join(folder, "wrong.yaml"), "rewrite_rules:\n  - tag: 5\n");
  const [here, handed] = [openBook(), openBook()];
  expect(countSteps(here.renew())).toBe(3);
  const readings = readRules(folder, []);
  expect(readings.map(({ fileName }) => fileName)).toEqual(["many.yaml", "one.json", "wrong.yaml"]);
  expect(countSteps(handed.renew(undefined, structuredClone(readings)))).toBe(8);
  expect(handed.states()).toEqual(here.states());
  expect(handed.states()[2]!.error).toMatchObject({ line: 2, path: "rewrite_rules[0].tag" });
});

test("when a file is known, then it is not read again; a changed one and a copy of another name are", () => {
  write("a.yaml", "a");
  write("b.yaml", "b");
  const book = openBook();
  const known = book.states().map(({ hash }) => hash);
  expect(readRules(folder, known)).toEqual([]);
  write("b.yaml", "b", "c");
  write("c.yaml", "a");
  expect(readRules(folder, known).map(({ fileName }) => fileName)).toEqual(["b.yaml", "c.yaml"]);
});

test("when a file changes after it was read, then what was read counts until it is read again; one that is gone counts no more", () => {
  write("a.yaml", "a");
  write("b.yaml", "b");
  const readings = readRules(folder, []);
  write("a.yaml", "a", "b");
  rmSync(join(folder, "b.yaml"));
  const book = openBook();
  countSteps(book.renew(undefined, readings));
  expect(counted(book)).toEqual([["a.yaml", 1, undefined]]);
  countSteps(book.renew());
  expect(counted(book)).toEqual([["a.yaml", 2, undefined]]);
});
