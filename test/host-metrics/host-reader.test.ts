import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HostReader } from "../../src/host-metrics/host-reader.ts";

let folder: string;
let nowMs: number;

beforeEach(() => {
  nowMs = 0;
  folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  mkdirSync(join(folder, "net"));
  mkdirSync(join(folder, "self"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function tell(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const reader = () => new HostReader(folder, folder, () => nowMs);

describe("a sample of the host", () => {
  test("when there was one before, then it tells shares and rates since then", async () => {
    const host = reader();
    tell("stat", "cpu 100 0 50 800 50 0 0 0\ncpu0 100 0 50 800 50 0 0 0\n");
    tell("diskstats", "8 0 sda 10 0 100 0 20 0 200 0 0 1000 0\n8 1 sdb 0 0 0 0 0 0 0 0 0 0 0\n");
    tell("net/dev", "lo: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0\neth0: 1000 10 0 0 0 0 0 0 500 5 0 0 0 0 0 0\n");
    const first = await host.read();
    expect([...first.keys()]).toEqual(["file_system"]);
    nowMs = 10_000;
    tell("stat", "cpu 130 10 60 840 60 0 0 0\ncpu0 130 10 60 840 60 0 0 0\ncpu1 1 1 1 1 1 1 1 1\n");
    tell("diskstats", "8 0 sda 30 0 140 0 70 0 300 0 0 6000 0\n8 1 sdb 10 0 0 0 0 0 0 0 0 9000 0\n");
    tell("net/dev", "lo: 999 9 0 0 0 0 0 0 5 5 0 0 0 0 0 0\neth0: 3000 30 1 2 0 0 0 0 1500 15 3 4 0 0 0 0\n");
    const second = await host.read();
    expect(Object.fromEntries(second.get("cpu")!)).toEqual({
      total: [30, 10, 10, 10, 0, 0, 0, 40, 50],
      0: [30, 10, 10, 10, 0, 0, 0, 40, 50],
    });
    expect(Object.fromEntries(second.get("disk")!)).toEqual({
      total: [3, 5, 2048, 5120, 90],
      sda: [2, 5, 2048, 5120, 50],
      sdb: [1, 0, 0, 0, 90],
    });
    expect([...second.get("network")!]).toEqual([
      ["total", [200, 100, 2, 1, 0.1, 0.3, 0.2, 0.4]],
      ["lo", [99.4, 0, 0.4, 0, 0, 0, 0, 0]],
      ["eth0", [200, 100, 2, 1, 0.1, 0.3, 0.2, 0.4]],
    ]);
  });

  test("when a counter fell, then nothing is told of the time in between", async () => {
    const host = reader();
    tell("net/dev", "eth0: 1000 10 0 0 0 0 0 0 500 5 0 0 0 0 0 0\n");
    await host.read();
    nowMs = 1000;
    tell("net/dev", "eth0: 10 10 0 0 0 0 0 0 500 5 0 0 0 0 0 0\n");
    expect((await host.read()).has("network")).toBe(false);
    nowMs = 2000;
    tell("net/dev", "eth0: 20 10 0 0 0 0 0 0 500 5 0 0 0 0 0 0\n");
    expect((await host.read()).get("network")!.get("eth0")).toEqual([10, 0, 0, 0, 0, 0, 0, 0]);
  });

  test("when memory is told, then used is what is not available, also by an old kernel", async () => {
    tell(
      "meminfo",
      "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 600 kB\nBuffers: 50 kB\nCached: 300 kB\nSwapTotal: 10 kB\nSwapFree: 4 kB\n",
    );
    const kilobytes = async () =>
      (await reader().read())
        .get("memory")!
        .get("total")!
        .map((bytes) => bytes / 1024);
    expect(await kilobytes()).toEqual([1000, 400, 100, 600, 50, 300, 10, 6]);
    tell(
      "meminfo",
      "MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 50 kB\nCached: 300 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
    );
    expect(await kilobytes()).toEqual([1000, 550, 100, 450, 50, 300, 0, 0]);
  });

  test("when there is no /proc, then only the disk of the data folder is told", async () => {
    const host = new HostReader(folder, join(folder, "nothing"));
    await host.read();
    const sample = await host.read();
    expect([...sample.keys()]).toEqual(["file_system"]);
    const [total, used, available, usedPercent] = sample.get("file_system")!.get("data")!;
    expect(used! + available!).toBeLessThanOrEqual(total!);
    expect(usedPercent).toBeGreaterThan(0);
    expect(usedPercent).toBeLessThanOrEqual(100);
  });
});
