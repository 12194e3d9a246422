import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeFileAtomically } from "../../src/lib/files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("writing a file", () => {
  test("when a file is there already, then the new content takes its place and nothing is left beside", () => {
    const path = join(folder, "a");
    writeFileSync(path, "old");
    writeFileAtomically(path, "new");
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["a"]);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("when the folder is not there, then it throws the path", () => {
    expect(() => writeFileAtomically(join(folder, "none", "a"), "x")).toThrow(/none/);
  });
});
