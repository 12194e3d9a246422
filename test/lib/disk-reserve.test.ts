import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDiskReserve } from "../../src/lib/disk-reserve.ts";

const megabyte = 1024 * 1024;

describe("a disk reserve", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vigie-reserve-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const path = () => join(folder, "disk.reserve");
  const size = () => (existsSync(path()) ? statSync(path()).size : 0);

  test("when there is ample space, then it is made, for its owner alone; when there is little, then it is not", () => {
    const reserve = createDiskReserve(folder, () => 0);
    reserve.look(31 * megabyte);
    expect(size()).toBe(0);
    reserve.look(32 * megabyte);
    expect(size()).toBe(8 * megabyte);
    // It takes what it says, also where holes and zeros would not.
    expect(statSync(path()).blocks * 512).toBeGreaterThanOrEqual(8 * megabyte);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  test("when next to nothing is free, then a part at a time is given up until there is none, and it comes back with room", () => {
    const reserve = createDiskReserve(folder, () => 0);
    reserve.look(100 * megabyte);
    const sizes = Array.from({ length: 9 }, () => {
      reserve.look(megabyte / 4);
      return size() / megabyte;
    });
    expect(sizes).toEqual([7, 6, 5, 4, 3, 2, 1, 0, 0]);
    reserve.look(10 * megabyte);
    expect(size()).toBe(0);
    reserve.look(100 * megabyte);
    expect(size()).toBe(8 * megabyte);
  });

  test("when a start or a stop begins, then all of it is given up where that is needed, and not else", () => {
    let freeBytes = 9 * megabyte;
    const reserve = createDiskReserve(folder, () => freeBytes);
    reserve.look(100 * megabyte);
    reserve.giveUp();
    expect(size()).toBe(8 * megabyte);
    freeBytes = 7 * megabyte;
    // The next process finds that of the last one.
    createDiskReserve(folder, () => freeBytes).giveUp();
    expect(size()).toBe(0);
  });

  test("when it is taken back, then as much as is there, but for a little", () => {
    let freeBytes = 3 * megabyte;
    createDiskReserve(folder, () => freeBytes).takeBack();
    expect(size()).toBe(2.75 * megabyte);
    freeBytes = 0;
    createDiskReserve(folder, () => freeBytes).takeBack();
    expect(size()).toBe(2.75 * megabyte);
    freeBytes = 100 * megabyte;
    createDiskReserve(folder, () => freeBytes).takeBack();
    expect(size()).toBe(8 * megabyte);
  });
});
