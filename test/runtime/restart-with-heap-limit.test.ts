import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingTable } from "../../src/config/settings.ts";
import { defaultMemoryMb, heapBytesOf } from "../../src/runtime/memory-budget.ts";
import { heapBytesByDefault } from "../../src/runtime/restart-with-heap-limit.ts";
import { patienceMs } from "../support/patience.ts";
import { startServiceProcess } from "../support/service/service-process.ts";

describe("heapBytesByDefault", () => {
  const known: [string, Record<string, string>][] = [
    ["serve", {}],
    ["serve --port 0 --data logs", { VIGIE_PORT: "80" }],
  ];
  for (const [line, env] of known)
    test(`when "${line}" names no amount of memory, then the default is known at once`, () => {
      expect(heapBytesByDefault(line.split(" "), env)).toBe(heapBytesOf(defaultMemoryMb));
    });

  const unknown: [string, Record<string, string>][] = [
    ["serve --memory 300", {}],
    ["serve --port 0 --memory=300", {}],
    ["serve --config vigie.yaml", {}],
    ["serve", { VIGIE_MEMORY_MB: "300" }],
    ["serve", { VIGIE_CONFIG: "vigie.yaml" }],
    ["version", {}],
    ["", {}],
  ];
  for (const [line, env] of unknown)
    test(`when "${line}" with ${JSON.stringify(env)} may name another, then the settings are read first`, () => {
      expect(heapBytesByDefault(line.split(" "), env)).toBeUndefined();
    });

  test("when flags and variables are renamed, then the first look at them is, too", () => {
    expect([settingTable.memoryMb.flag, settingTable.memoryMb.env]).toEqual(["memory", "VIGIE_MEMORY_MB"]);
  });
});

describe.skipIf(process.platform !== "linux")("a service", () => {
  const cases: [string[], Record<string, string>, number][] = [
    [[], {}, defaultMemoryMb],
    [["--memory", "600"], {}, 600],
    [[], { VIGIE_MEMORY_MB: "720" }, 720],
  ];
  for (const [flags, env, memoryMb] of cases)
    test(
      `when it is started with ${JSON.stringify({ flags, env })}, then its collectors are bound for ${memoryMb} MB`,
      async () => {
        const folder = mkdtempSync(join(tmpdir(), "vigie-heap-"));
        const service = await startServiceProcess(folder, env, flags);
        const environment = readFileSync(`/proc/${service.pid}/environ`, "utf8").split("\0");
        expect(environment).toContain(`BUN_JSC_forceRAMSize=${heapBytesOf(memoryMb)}`);
        expect(environment).toContain("MIMALLOC_PURGE_HOLES_MIN_INTERVAL=300");
        expect(await service.end("SIGTERM")).toBe(0);
        rmSync(folder, { recursive: true });
      },
      patienceMs,
    );
});
