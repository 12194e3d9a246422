import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { embeddedRoot, type WorkerName, workerEntry } from "../../src/lib/worker-entry.ts";

describe("workerEntry", () => {
  const names: WorkerName[] = ["intake", "query"];
  for (const name of names)
    test(`when this runs from source, then "${name}" is a file of workers/`, () => {
      expect(workerEntry(name)).toMatch(new RegExp(`workers/${name}\\.ts$`));
      expect(existsSync(workerEntry(name))).toBe(true);
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
