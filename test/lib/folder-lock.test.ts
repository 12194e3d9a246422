import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { lockFolder } from "../../src/lib/folder-lock.ts";
import { StartError } from "../../src/lib/start-error.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-lock-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Locks the folder, says so, and stays. */
const holder = (folder: string) => `
  import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, "../../src/lib/folder-lock.ts"))};
  lockFolder(${JSON.stringify(folder)});
  process.stdout.write("locked\\n");
  setInterval(() => undefined, 60_000);
`;

describe("folder lock", () => {
  test("when a folder is locked, then a second lock is refused until the first is closed", () => {
    const folder = newFolder();
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(StartError);
    expect(() => lockFolder(folder)).toThrow(/is in use by another vigie process/);
    lock.close();
    lockFolder(folder).close();
  });

  test("when the process that holds it is killed, then the lock is free at once", async () => {
    const folder = newFolder();
    const child = Bun.spawn([process.execPath, "-e", holder(folder)], { stdout: "pipe" });
    const reader = child.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("locked\n");
    expect(() => lockFolder(folder)).toThrow(/in use/);
    child.kill("SIGKILL");
    await child.exited;
    expect(existsSync(join(folder, "vigie.lock"))).toBe(true);
    lockFolder(folder).close();
  });

  test("when the folder is not there, then the path and the cause are named", () => {
    expect(() => lockFolder("/nonexistent-folder")).toThrow(/"\/nonexistent-folder\/vigie.lock"/);
  });
});
