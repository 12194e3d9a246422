import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { areApart, type Comparison } from "../../../src/cli/ship/copies.ts";
import { alikeBytesMax, filesMax } from "../../../src/cli/ship/limits.ts";
import { until } from "../../support/patience.ts";
import { ShippedFolder } from "./shipped-folder.ts";

let folder: ShippedFolder;
beforeEach(() => {
  folder = new ShippedFolder();
});
afterEach(() => folder.remove());

const long = alikeBytesMax + 1_000;
const short = alikeBytesMax - 1_000;

describe("a copy and its original", () => {
  const base = { isNew: false, hasGrown: false };
  test.each<[string, Comparison, boolean]>([
    ["differ", { ...base, common: 100, sizeBytes: 200, originalBytes: 300, isNew: true }, true],
    [
      "are the same, short, and not looked at again",
      { ...base, common: 9, sizeBytes: 9, originalBytes: 9, isNew: true },
      false,
    ],
    ["are the same, short, at the next look", { ...base, common: 9, sizeBytes: 9, originalBytes: 9 }, true],
    ["are the same and long", { ...base, common: long, sizeBytes: long, originalBytes: long }, false],
    [
      "are the same as far as it was copied yet",
      { ...base, common: short, sizeBytes: short, originalBytes: long, hasGrown: true },
      false,
    ],
    [
      "are the same, and the original went on",
      { ...base, common: long, sizeBytes: long, originalBytes: long + 9 },
      false,
    ],
    ["are the same, and the copy went on", { ...base, common: long, sizeBytes: long + 9, originalBytes: long }, true],
    [
      "are so at the first look",
      { ...base, common: long, sizeBytes: long + 9, originalBytes: long, isNew: true },
      false,
    ],
  ])("when they %s, then each goes its own way or not", (_, comparison, isApart) => {
    expect(areApart(comparison)).toBe(isApart);
  });
});

const banner = Array.from({ length: 6 }, (_, i) => `banner ${i} ${"=".repeat(80)}`);
let made = 0;
const lines = (count: number, characters = 20) =>
  Array.from({ length: count }, () => `line ${made++} `.padEnd(characters, "x"));
/** More than two files have in common by chance. */
const many = () => lines(60, 200);
const sorted = (...parts: string[][]) => parts.flat().sort();
const stored = () => [...folder.stored].sort();

describe("files that begin alike", () => {
  test("when the first was sent to the end of what both have, then all lines of both are stored", async () => {
    const [one, other] = [lines(3), lines(3)];
    folder.write("a.log", ...banner);
    folder.start();
    await folder.look();
    folder.write("b.log", ...banner);
    await folder.look();
    folder.write("b.log", ...other);
    folder.write("a.log", ...one);
    await folder.looks(3);
    expect(stored()).toEqual(sorted(banner, banner, one, other));
  });

  test("when the second has more than the first at once, then all lines of both are stored", async () => {
    const [one, other] = [lines(3), lines(3)];
    folder.write("a.log", ...banner);
    folder.start();
    await folder.look();
    folder.write("b.log", ...banner, ...other);
    await folder.looks(2);
    folder.write("a.log", ...one);
    await folder.look();
    expect(stored()).toEqual(sorted(banner, banner, one, other));
  });

  test("when a file of that banner was sent and deleted, then one made later is sent whole", async () => {
    const later = lines(3);
    folder.write("a.log", ...banner);
    folder.start();
    await folder.looks(2);
    rmSync(folder.path("a.log"));
    await folder.looks(12);
    folder.write("b.log", ...banner, ...later);
    await folder.looks(2);
    expect(stored()).toEqual(sorted(banner, banner, later));
  });

  test("when an emptied file begins again as it did, then it is sent whole", async () => {
    const later = lines(3);
    folder.write("a.log", ...banner);
    folder.start();
    await folder.looks(2);
    folder.empty("a.log");
    await folder.pass();
    folder.write("a.log", ...banner, ...later);
    await folder.looks(2);
    expect(stored()).toEqual(sorted(banner, banner, later));
  });

  test("when the inode of a deleted one is given again while nobody follows, then the new one is sent whole", async () => {
    const later = lines(3);
    folder.write("a.log", ...banner);
    folder.start();
    await folder.look();
    folder.stop();
    rmSync(folder.path("a.log"));
    folder.write("a.log", ...banner, ...later);
    folder.start();
    await folder.looks(2);
    expect(stored()).toEqual(sorted(banner, banner, later));
  });
});

describe("a copy", () => {
  test.each([
    ["goes on without a stop", false],
    ["is killed before each look", true],
  ])("when both are written to and following %s, then each line is stored once", async (_, isKilled) => {
    const [common, one, other] = [many(), lines(4), lines(4)];
    const look = async () => {
      if (isKilled) folder.stop();
      if (!folder.isRunning) folder.start();
      await folder.look();
    };
    folder.write("a.log", ...common);
    await look();
    folder.copy("a.log", "b.log");
    await look();
    for (let i = 0; i < 4; i++) {
      folder.write("b.log", other[i]!);
      if (i % 2 === 0) await look();
      folder.write("a.log", one[i]!);
      await look();
    }
    await look();
    expect(stored()).toEqual(sorted(common, one, other));
  });

  test("when nobody writes to it, then it is not sent, also where neither was known before", async () => {
    const [common, more] = [many(), lines(3)];
    folder.write("a.log", ...common);
    folder.copy("a.log", "b.log");
    folder.start();
    await folder.look();
    expect(folder.isUndecided).toBe(false);
    folder.write("a.log", ...more);
    await folder.looks(3);
    expect(stored()).toEqual(sorted(common, more));
  });

  test("when it is made for several looks and its original emptied then, then each line is stored once", async () => {
    const [first, rest, later] = [many(), many(), lines(3)];
    folder.write("a.log", ...first);
    folder.start();
    await folder.look();
    const text = folder.read("a.log");
    for (const part of [0.2, 0.5, 0.9]) {
      writeFileSync(folder.path("a.log.1"), text.slice(0, part * text.length));
      await folder.look();
    }
    // Written to until the end, and read again by nobody before it was copied.
    folder.write("a.log", ...rest);
    folder.copy("a.log", "a.log.1");
    folder.empty("a.log");
    folder.write("a.log", ...later);
    await folder.looks(3);
    expect(stored()).toEqual(sorted(first, rest, later));
  });

  test("when its original is emptied while the last line waits for its continuation, then no line is twice", async () => {
    const [first, last, later] = [lines(30), lines(1), lines(5)];
    folder.write("a.log", ...first);
    folder.start();
    await folder.look();
    folder.write("a.log", ...last);
    await folder.pass(false);
    expect(stored()).toEqual(sorted(first));
    folder.copy("a.log", "a.log.1");
    folder.empty("a.log");
    await folder.looks(2);
    folder.write("a.log", ...later);
    await folder.looks(2);
    expect(stored()).toEqual(sorted(first, last, later));
  });

  test("when half of its last line was read before, then that line is one event", async () => {
    const first = lines(30);
    folder.write("a.log", ...first);
    folder.start();
    await folder.look();
    writeFileSync(folder.path("a.log"), "half a", { flag: "a" });
    await folder.pass(false);
    folder.write("a.log", " line");
    folder.copy("a.log", "a.log.1");
    folder.empty("a.log");
    await folder.looks(3);
    expect(stored()).toEqual(sorted(first, ["half a line"]));
  });

  test("when a line was read that it has no more, then only that is sent of the emptied file", async () => {
    const [first, last] = [many(), lines(1)];
    folder.write("a.log", ...first);
    folder.start();
    await folder.look();
    folder.copy("a.log", "a.log.1");
    folder.write("a.log", ...last);
    await folder.pass();
    folder.empty("a.log");
    await folder.looks(3);
    expect(stored()).toEqual(sorted(first, last));
  });

  test("when its original is deleted, then what is written to it is sent, and nothing of it again", async () => {
    const [common, more] = [many(), lines(3)];
    folder.write("a.log", ...common);
    folder.start();
    await folder.look();
    folder.copy("a.log", "b.log");
    await folder.look();
    rmSync(folder.path("a.log"));
    await folder.looks(12);
    folder.write("b.log", ...more);
    await folder.look();
    folder.stop();
    folder.start();
    await folder.looks(2);
    expect(stored()).toEqual(sorted(common, more));
  });

  test("when it is renamed out of sight after it was written to, then its lines are stored", async () => {
    const [common, more] = [many(), lines(3)];
    folder.write("a.log", ...common);
    folder.start();
    await folder.look();
    folder.copy("a.log", "b.log");
    await folder.look();
    folder.write("b.log", ...more);
    renameSync(folder.path("b.log"), `${folder.logs}-b`);
    await folder.looks(2);
    rmSync(`${folder.logs}-b`);
    expect(stored()).toEqual(sorted(common, more));
  });

  test("when files are sent from their end on, then those that are known are sent whole", async () => {
    const [old, fresh, later] = [many(), lines(3), lines(3)];
    folder.write("a.log", ...old);
    folder.start(true);
    await folder.look();
    folder.write("a.log", ...fresh);
    folder.stop();
    folder.copy("a.log", "a.log.1");
    folder.empty("a.log");
    folder.write("a.log", ...later);
    folder.start(true);
    await folder.looks(3);
    expect(stored()).toEqual(sorted(fresh, later));
  });
});

test.each([2, 4])(
  "when a file is written anew with as many bytes and the same beginning after %i looks, then its new lines are stored",
  async (count) => {
    const [first, second] = [lines(5, 40), lines(5, 40)];
    folder.write("a.log", ...banner, ...first);
    folder.start();
    await folder.looks(count);
    // Looks are seconds apart for those who follow, and the system's clock must have moved as well.
    const { ctimeMs } = statSync(folder.path("a.log"));
    await until(() => Date.now() > ctimeMs + 20, "the system's clock has moved");
    writeFileSync(folder.path("a.log"), [...banner, ...second, ""].join("\n"));
    await folder.looks(2);
    expect(stored()).toEqual(sorted(banner, banner, first, second));
  },
);

test("when a file finds no room beside the others, then that is told once, and it is sent when there is some", async () => {
  const texts = Array.from({ length: filesMax + 1 }, (_, i) => `line of file ${String(i).padStart(3, "0")}`);
  const nameOf = (i: number) => `${String(i).padStart(3, "0")}.log`;
  for (const [i, text] of texts.entries()) folder.write(nameOf(i), text);
  folder.start();
  await folder.looks(2);
  expect(stored()).toHaveLength(filesMax);
  expect(folder.told).toEqual([expect.stringContaining(`more than ${filesMax} files`)]);
  rmSync(folder.path(nameOf(texts.findIndex((text) => stored().includes(text)))));
  await folder.looks(12);
  expect(stored()).toEqual(texts);
  expect(folder.told).toHaveLength(1);
});

test("when the inode of a compressed file that is gone is given to a log, then that is sent", async () => {
  const text = lines(3);
  writeFileSync(folder.path("a.log.1.gz"), gzipSync("packed"));
  const { ino } = statSync(folder.path("a.log.1.gz"));
  folder.start();
  await folder.look();
  expect(folder.told).toHaveLength(1);
  rmSync(folder.path("a.log.1.gz"));
  folder.write("a.log", ...text);
  // Not every file system gives it again at once.
  if (statSync(folder.path("a.log")).ino !== ino) console.log("The inode was not given again.");
  await folder.looks(2);
  expect(stored()).toEqual(sorted(text));
});

test("when a file that was no text is emptied and written to, then it is sent, and told of once until then", async () => {
  const text = lines(3);
  writeFileSync(folder.path("a.log"), new Uint8Array(300));
  folder.start();
  await folder.looks(3);
  expect(folder.told).toEqual([expect.stringContaining("it is no text")]);
  writeFileSync(folder.path("a.log"), "");
  await folder.looks(2);
  folder.write("a.log", ...text);
  await folder.looks(2);
  expect(stored()).toEqual(sorted(text));
});

test.each(["a.log", "b.log"])(
  "when of two copies that differ %s is emptied before it is read, then no line is lost",
  async (name) => {
    const [common, a, b] = [lines(6_000, 200), lines(2), lines(2)];
    folder.write("a.log", ...common);
    folder.copy("a.log", "b.log");
    folder.write("a.log", ...a);
    folder.write("b.log", ...b);
    folder.start();
    folder.discover();
    folder.empty(name);
    await folder.looks(3);
    expect(stored()).toEqual(sorted(common, name === "a.log" ? b : a));
  },
);

test("when files are gone at a start, then a few hundred of them are remembered as files, and others as past ones", async () => {
  const sent = { offset: 9, head: "a".repeat(32), headBytes: 9, tail: "b".repeat(32) };
  const fileOf = (i: number) => ({ path: `/gone/${i}.log`, inode: `1:${i}`, fileId: `id${i}`, ...sent });
  const files = Array.from({ length: filesMax + 20 }, (_, i) => fileOf(i));
  writeFileSync(folder.statePath, JSON.stringify({ version: 1, files, past: [] }));
  folder.write("a.log", "a");
  folder.start();
  await folder.looks(2);
  const state = JSON.parse(readFileSync(folder.statePath, "utf8"));
  expect([state.files.length, state.past.length]).toEqual([filesMax + 1, 20]);
});
