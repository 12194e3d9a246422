import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { workerNames } from "../../src/runtime/worker-entry.ts";
import { patienceMs } from "../support/patience.ts";

const root = join(import.meta.dirname, "../..");
const platform = `${process.platform}-${process.arch}`;
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A project as small as build.ts lets it be, with the real build.ts; it answers what the trial of a build asks. */
const complete: Record<string, string> = {
  "package.json": '{ "name": "small", "version": "9.8.7", "type": "module" }',
  "src/main.ts":
    'import Database from "better-sqlite3";\nimport { worker } from "piscina";\nimport { carriedPage } from "./page-server/carried-page.ts";\nif (process.argv[2] === "version") console.log("9.8.7", Database, worker, carriedPage.find(carriedPage.manifest.icon) ? "page" : "");\nelse {\n  const { url } = Bun.serve({ port: 0, fetch: () => Response.json({ qid: "1", status: "SUCCESS" }) });\n  await Bun.write(process.argv.at(-1)!, JSON.stringify({ url: url.origin }));\n}\n',
  "src/cli/vigie.ts": "export default 1;\n",
  "src/page-server/carried-page.ts": "export const carriedPage = undefined;\n",
  "src/web/main.tsx": "console.log(1);\n",
  "src/web/theme-choice.ts": "console.log(2);\n",
  "src/web/icon.svg": "<svg/>",
  "node_modules/@fontsource-variable/inter/wght.css": "",
  "node_modules/@fontsource-variable/jetbrains-mono/wght.css": "",
  ...Object.fromEntries(workerNames.map((name) => [`workers/${name}.ts`, "export default 1;\n"])),
  "node_modules/better-sqlite3/package.json": '{ "name": "better-sqlite3", "main": "lib/index.js" }',
  "node_modules/better-sqlite3/lib/index.js": 'module.exports = "looked for at run time";\n',
  [`node_modules/better-sqlite3/lib/${platform}.js`]: 'module.exports = "embedded";\n',
  [`node_modules/better-sqlite3/prebuilds/${platform}.node`]: "",
  "node_modules/piscina/package.json": '{ "name": "piscina", "main": "dist/index.js" }',
  "node_modules/piscina/dist/index.js":
    "const node_path_1 = require('node:path');\nexports.worker = (0, node_path_1.resolve)(__dirname, 'worker.js');\n",
  "node_modules/piscina/dist/worker.js": "exports.loaded = true;\n",
};

describe("build.ts", () => {
  test(
    "when every piece is there, then the executable has them inside and the build has tried it",
    () => {
      const { status, stdout, stderr } = build(complete);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("answers: 9.8.7 embedded /$bunfs/root/node_modules/piscina/dist/worker.js page");
    },
    patienceMs,
  );

  const broken: [title: string, change: Record<string, string | undefined>, named: string][] = [
    ["the command line is missing", { "src/cli/vigie.ts": undefined }, "src/cli/vigie.ts is missing"],
    ["a thread entry is missing", { "workers/query.ts": undefined }, "workers/query.ts is missing"],
    ["Piscina's worker file is missing", { "node_modules/piscina/dist/worker.js": undefined }, "worker.js is missing"],
    [
      "Piscina finds its worker in another way",
      { "node_modules/piscina/dist/index.js": "exports.worker = 1;\n" },
      "does not stand once",
    ],
    [
      "SQLite's native part is missing",
      { [`node_modules/better-sqlite3/prebuilds/${platform}.node`]: undefined },
      `${platform}.node`,
    ],
    ["nothing imports SQLite", { "src/main.ts": 'import "piscina";\n' }, "better-sqlite3's native part was not met"],
    ["nothing imports Piscina", { "src/main.ts": 'import "better-sqlite3";\n' }, "Piscina's worker file was not met"],
    [
      "nothing imports the page",
      { "src/main.ts": 'import "better-sqlite3";\nimport "piscina";\n' },
      "the page was not met",
    ],
    ["the page cannot be built", { "src/web/main.tsx": 'import "./nowhere.ts";\n' }, "./nowhere.ts"],
    ["an import leads nowhere", { "src/main.ts": 'import "./nowhere.ts";\n' }, "./nowhere.ts"],
    [
      "the executable does not start",
      { "src/main.ts": `${complete["src/main.ts"]}process.exit(7);\n` },
      "ended with 7",
    ],
  ];
  for (const [title, change, named] of broken)
    test(
      `when ${title}, then the build fails and names it`,
      () => {
        const { status, stderr } = build({ ...complete, ...change });
        expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(named) });
        expect(stderr).toMatch(/^The build failed: /);
        expect(existsSync(join(folders[0]!, "dist/vigie"))).toBe(false);
      },
      patienceMs,
    );

  test("when the target is not known, then it fails and lists those that are", () => {
    const { status, stderr } = build(complete, ["--target", "plan9-mips"]);
    expect(status).toBe(1);
    expect(stderr).toContain("known are linux-x64, linux-x64-baseline, linux-arm64, darwin-arm64, windows-x64");
  });
});

function build(files: Record<string, string | undefined>, flags: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "vigie-build-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  cpSync(join(root, "build.ts"), join(folder, "build.ts"));
  cpSync(join(root, "src/page-server/build-page.ts"), join(folder, "src/page-server/build-page.ts"));
  cpSync(join(root, "src/runtime/worker-entry.ts"), join(folder, "src/runtime/worker-entry.ts"));
  symlinkSync(join(root, "node_modules/vite"), join(folder, "node_modules/vite"));
  return spawnSync(process.execPath, ["build.ts", ...flags], { cwd: folder, encoding: "utf8", timeout: patienceMs });
}
