import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  parseCpuTimes,
  parseDisks,
  parseInterfaces,
  parseMemory,
  parseMountPoints,
} from "../../src/host-metrics/parse-proc.ts";

describe("texts under /proc", () => {
  test("when processors are told, then all together and each have their times", () => {
    const text = "cpu  10 20 30 40 50 60 70 80 90 0\ncpu0 1 2 3 4 5 6 7 8 9 0\ncpu1 1 2 3 4\nintr 5 6\nctxt 9\n";
    expect([...parseCpuTimes(text)]).toEqual([
      ["total", [10, 20, 30, 40, 50, 60, 70, 80]],
      ["0", [1, 2, 3, 4, 5, 6, 7, 8]],
      ["1", [1, 2, 3, 4, 0, 0, 0, 0]],
    ]);
  });

  test("when memory is told, then it is in bytes by name", () => {
    const text =
      "MemTotal:       2048 kB\nMemFree:          16 kB\nActive(anon):      1 kB\nHugePages_Total:       0\n";
    expect([...parseMemory(text)]).toEqual([
      ["MemTotal", 2048 * 1024],
      ["MemFree", 16 * 1024],
    ]);
  });

  test("when disks are told, then those that are made of others are left out", () => {
    const counters = "1 2 3 4 5 6 7 8 9 10 11";
    const names = [
      "sda",
      "sda1",
      "nvme0n1",
      "nvme0n1p2",
      "vda",
      "xvdb",
      "mmcblk0",
      "mmcblk0p1",
      "loop0",
      "dm-0",
      "md1",
    ];
    const found = parseDisks(names.map((name, i) => `   8       ${i} ${name} ${counters}`).join("\n"));
    expect([...found.keys()]).toEqual(["sda", "nvme0n1", "vda", "xvdb", "mmcblk0"]);
    expect(found.get("sda")).toEqual([1, 5, 3 * 512, 7 * 512, 10]);
  });

  test("when interfaces are told, then both directions stand in turn", () => {
    const text =
      "Inter-|   Receive\n face |bytes\n    lo: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n  eth0:100 2 3 4 5 6 7 8 900 10 11 12 13 14 15 16\n";
    expect([...parseInterfaces(text)]).toEqual([
      ["lo", [1, 9, 2, 10, 3, 11, 4, 12]],
      ["eth0", [100, 900, 2, 10, 3, 11, 4, 12]],
    ]);
  });

  test("when mounts are told, then only disks of this host count, each once", () => {
    const text = [
      "proc /proc proc rw 0 0",
      "/dev/sda1 / ext4 rw 0 0",
      "/dev/sda1 /etc/hosts ext4 rw 0 0",
      "server:/home /home nfs4 rw 0 0",
      "/dev/sdb1 /mnt/two\\040words xfs rw 0 0",
      "tmpfs /run tmpfs rw 0 0",
    ].join("\n");
    expect(parseMountPoints(text)).toEqual(["/", "/mnt/two words"]);
  });

  test("when it is any text, then what cannot be read is left out and all else are numbers", () => {
    const words = fc.constantFrom("cpu", "cpu0", "sda", "eth0:", "1", "99", "-", "x", "\n", "MemTotal:", "kB", "8");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (items) => {
        const text = items.join(" ");
        for (const parse of [parseDisks, parseInterfaces])
          for (const counters of parse(text).values()) expect(counters.length).toBeGreaterThan(4);
        for (const counters of parseCpuTimes(text).values()) expect(counters).toHaveLength(8);
        parseMemory(text);
        parseMountPoints(text);
      }),
    );
  });
});
