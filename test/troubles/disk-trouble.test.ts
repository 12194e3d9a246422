import { describe, expect, test } from "vitest";
import { findDiskTroubles } from "../../src/troubles/disk-trouble.ts";

const mb = 1024 * 1024;
const kindsAt = (freeMb: number) =>
  findDiskTroubles({ free: freeMb * mb, total: 100_000 * mb, minFree: 256 * mb }).map(({ about, isUnsure }) =>
    isUnsure ? `${about.kind}?` : about.kind,
  );

describe("the disk", () => {
  test.each([
    // A twentieth of 100,000 MB above the 256 MB that are kept free, and a tenth more until it is good again.
    [90_000, []],
    [5_900, []],
    [5_700, ["disk_nearly_full?"]],
    [5_200, ["disk_nearly_full"]],
    [300, ["disk_nearly_full"]],
    [270, ["disk_full?", "disk_nearly_full"]],
    [200, ["disk_full", "disk_nearly_full?"]],
    [0, ["disk_full", "disk_nearly_full?"]],
  ])("when %d MB are free, then it has the troubles %j", (freeMb, kinds) => {
    expect(kindsAt(freeMb)).toEqual(kinds);
  });

  test("when nothing is to be kept free, then nothing is wrong, however little there is", () => {
    expect(findDiskTroubles({ free: 0, total: 100 * mb, minFree: 0 })).toEqual([]);
    expect(findDiskTroubles({ free: 0, total: 100 * mb, minFree: 1 })).toHaveLength(2);
  });

  test("when the disk is huge, then it is nearly full at 10 GB and not at a twentieth", () => {
    const troubles = findDiskTroubles({ free: 50_000 * mb, total: 4_000_000 * mb, minFree: 256 * mb });
    expect(troubles).toEqual([]);
  });
});
