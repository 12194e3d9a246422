import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { type BuiltPage, buildPage } from "../../src/page-server/build-page.ts";

/** What has to come over the wire before anything is shown. */
const firstScriptMaxBytes = 300 * 1024;
const firstStylesMaxBytes = 40 * 1024;

describe("the page as it ships", () => {
  let page: BuiltPage;
  beforeAll(async () => {
    page = await buildPage({ minify: true });
  });

  const zipped = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(page.files.get(name)!).length, 0);

  test("when it is built, then its first script stays small: what is needed later comes later", () => {
    const { script, chunks, themeScript } = page.manifest;
    const bytes = zipped([script, themeScript, ...chunks]);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(firstScriptMaxBytes);
    expect(zipped(page.manifest.styles)).toBeLessThan(firstStylesMaxBytes);
  });

  test("when it is built, then it asks nobody but the service", () => {
    const foreign = [...page.files]
      .filter(([name]) => name.endsWith(".css"))
      .flatMap(([, bytes]) => [
        ...new TextDecoder().decode(bytes).matchAll(/url\((?!["']?(?:\/assets\/|data:))[^)]*/g),
      ]);
    expect(foreign.map(([match]) => match)).toEqual([]);
  });

  test("when it is built, then every file it names is there, and none says where it was built", () => {
    for (const name of page.manifest.files) expect(page.files.has(name)).toBe(true);
    const scripts = [...page.files].filter(([name]) => name.endsWith(".js"));
    for (const [, bytes] of scripts) expect(new TextDecoder().decode(bytes)).not.toContain(import.meta.dirname);
  });
});
