import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const source = JSON.stringify(join(import.meta.dirname, "../../src/runtime/process-memory.ts"));
const limits = JSON.stringify(join(import.meta.dirname, "../../src/runtime/descriptor-limit.ts"));

/** What a process prints that opens all files it may. */
function runAtTheLimit(code: string): string {
  const opens = `import { openSync } from "node:fs"; try { for (;;) openSync("/dev/null", "r"); } catch {}`;
  const imports = `import { residentBytes, heldBytes } from ${source}; import { hasSpareDescriptors } from ${limits};`;
  const before = "const before = [residentBytes(), heldBytes(), hasSpareDescriptors()];";
  const program = `${imports} ${before} ${opens} ${code}`;
  const command = `ulimit -n 256; exec "$0" -e "$1"`;
  const { stdout, stderr, status } = spawnSync("sh", ["-c", command, process.execPath, program], { encoding: "utf8" });
  expect([stderr, status]).toEqual(["", 0]);
  return stdout.trim();
}

describe.skipIf(process.platform !== "linux")("at the limit of open files", () => {
  test("when memory is asked for, then it is as it was, and nothing is thrown", () => {
    const code = "console.log(before[0] > 0 && before[1] > 0 && residentBytes() === before[0] && heldBytes() > 0)";
    expect(runAtTheLimit(code)).toBe("true");
  });

  test("when a thread would be started, then there is no room for it; before there was", () => {
    expect(runAtTheLimit("console.log(before[2], hasSpareDescriptors())")).toBe("true false");
  });
});
