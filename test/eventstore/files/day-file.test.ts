import { copyFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DayFile } from "../../../src/eventstore/files/day-file.ts";
import { PendingRepeats } from "../../../src/eventstore/occurrences/pending-repeats.ts";
import { createFolder } from "../../../src/lib/files.ts";
import { newFolder } from "../../support/store/store-folder.ts";

test("when the log of a day cannot be synced, then the change fails, and none follows before the log was written anew", () => {
  const path = newPath();
  const sizes: number[] = [];
  let failure: Error | undefined = new Error("EIO");
  const file = new DayFile(path, () => {
    sizes.push(statSync(`${path}-wal`).size);
    if (failure) throw failure;
  });
  for (let segmentId = 1; segmentId <= 20; segmentId++) file.begin(segmentId);
  expect(() => file.apply(changeTo(7))).toThrow("EIO");
  failure = undefined;
  file.apply(changeTo(8));
  expect(sizes[1]).toBeLessThan(sizes[0]! / 4);
  file.apply(changeTo(9));
  // What is good is not written twice.
  expect(sizes[2]).toBeGreaterThan(sizes[1]!);
  expect(file.contents()).toMatchObject({ sealedCommit: 9, leftOver: Array.from({ length: 20 }, (_, i) => i + 1) });
  file.close();
});

test("when a crash left something in the log of a day, then it is written anew before a change follows it", () => {
  const [path, copy] = [newPath(), newPath()];
  const file = new DayFile(path);
  file.apply(changeTo(3));
  copyFileSync(path, copy);
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  file.close();
  const left = saltsOf(copy);
  const found = new DayFile(copy, () => expect(saltsOf(copy)).not.toEqual(left));
  expect(found.sealedCommit()).toBe(3);
  expect(saltsOf(copy)).toEqual(left);
  found.apply(changeTo(4));
  expect(found.sealedCommit()).toBe(4);
  found.close();
});

function newPath(): string {
  const folder = newFolder();
  createFolder(folder);
  return join(folder, "2024-06-01.sqlite");
}

function changeTo(sealedCommit: number) {
  return { add: [], replace: [], setAside: [], repeats: new PendingRepeats().columns(), sealedCommit };
}

/** A log that begins anew has others. */
function saltsOf(path: string): Buffer {
  return readFileSync(`${path}-wal`).subarray(16, 24);
}
