import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { embeddedRoot, workerEntry, workerNames } from "../../src/runtime/worker-entry.ts";

describe("workerEntry", () => {
  const folder = join(import.meta.dirname, "../../workers");

  test("when this runs from source, then every name is a file of workers/ and every file has its name", () => {
    const entries = workerNames.map((name) => workerEntry(name));
    expect(entries.sort()).toEqual(
      readdirSync(folder)
        .sort()
        .map((file) => join(folder, file)),
    );
  });
});

describe("embeddedRoot", () => {
  const cases: [string, string | undefined][] = [
    ["/$bunfs/root", "/$bunfs/root"],
    ["/$bunfs/root/src/lib", "/$bunfs/root"],
    ["B:\\~BUN\\root\\src", "B:/~BUN/root"],
    ["B:/~BUN/root", "B:/~BUN/root"],
    ["/srv/vigie/src/lib", undefined],
    ["/$bunfs/rooted", undefined],
    ["/srv/$bunfs/root", undefined],
  ];
  for (const [folder, root] of cases)
    test(`when the folder is "${folder}", then the root is ${root ?? "not embedded"}`, () => {
      expect(embeddedRoot(folder)).toBe(root);
    });
});
