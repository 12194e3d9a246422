import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFolder, writeFileAtomically } from "../../src/lib/files.ts";

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

describe("creating a folder", () => {
  test("when folders on the way are missing, then all are made for our own user alone", () => {
    const path = join(folder, "b", "c");
    createFolder(path);
    for (const made of [join(folder, "b"), path])
      if (process.platform !== "win32") expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test("when it is there already, then it stays as it is", () => {
    const path = join(folder, "b");
    createFolder(path);
    expect(readdirSync(path)).toEqual(["c"]);
  });

  test("when a file has the name, then it throws", () => {
    expect(() => createFolder(join(folder, "a"))).toThrow(/EEXIST/);
  });
});
