import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findBreaches, findImports } from "./support/architecture.ts";

const root = join(import.meta.dirname, "..");

describe("this project", () => {
  test("when all its imports are read, then every arrow runs down and no law is broken", () => {
    const tree = new Map(sourceFiles().map((file) => [file, readFileSync(join(root, file), "utf8")]));
    expect(tree.size).toBeGreaterThan(20);
    expect(findBreaches(tree)).toEqual([]);
  });
});

describe("the test of the test", () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ["an arrow runs up", { "src/lib/a.ts": 'import { b } from "../db/b.ts";', "src/db/b.ts": "" }, /lib\/a\.ts .*: up/],
    [
      "a type import runs up",
      { "src/db/a.ts": 'import type { B } from "../query/b.ts";', "src/query/b.ts": "" },
      /: up/,
    ],
    ["a dynamic import runs up", { "src/db/a.ts": 'const b = await import("../app.ts");', "src/app.ts": "" }, /: up/],
    ["a type query runs up", { "src/db/a.ts": 'type B = typeof import("../app.ts");', "src/app.ts": "" }, /: up/],
    ["a re-export runs up", { "src/db/a.ts": 'export * from "../app.ts";', "src/app.ts": "" }, /: up/],
    [
      "an import over several lines runs up",
      { "src/db/a.ts": 'import {\n  b,\n  type C,\n} from "../app.ts";', "src/app.ts": "" },
      /: up/,
    ],
    ["a bare import runs up", { "src/db/a.ts": 'import "../app.ts";', "src/app.ts": "" }, /: up/],
    ["siblings import", { "src/query/a.ts": 'import { b } from "../jobs/b.ts";', "src/jobs/b.ts": "" }, /: sideways/],
    [
      "two resources import",
      { "src/api/tasks/a.ts": 'import { b } from "../users/b.ts";', "src/api/users/b.ts": "" },
      /sideways between resources/,
    ],
    [
      "source imports a worker",
      { "src/app.ts": 'import "../workers/query.ts";', "workers/query.ts": "" },
      /not source/,
    ],
    ["source imports a test", { "src/app.ts": 'import "../test/support/x.ts";' }, /not source/],
    ["a worker imports the application", { "workers/query.ts": 'import "../src/app.ts";', "src/app.ts": "" }, /: up/],
    [
      "there is a circle",
      { "src/db/a.ts": 'import "./b.ts";', "src/db/b.ts": 'import "./a.ts";' },
      /^circle: .*a\.ts → .*b\.ts → /,
    ],
    ["a file imports itself", { "src/db/a.ts": 'import "./a.ts";' }, /^circle: /],
    ["another file imports piscina", { "src/app.ts": 'import { Piscina } from "piscina";' }, /imports piscina/],
    ["the environment is read outside", { "src/http/a.ts": "const x = process.env.X;" }, /reads the environment/],
    ["a file is too long", { "src/lib/a.ts": "\n".repeat(401) }, /401 lines/],
    ["a folder has no floor", { "src/utils/a.ts": "" }, /no floor/],
    ["a file lies loose in api/", { "src/api/a.ts": "" }, /no files/],
    [
      "the page imports a service",
      { "src/web/a.ts": 'import "../api/tasks/service.ts";', "src/api/tasks/service.ts": "" },
      /only the types of shapes/,
    ],
    [
      "the page imports more than the type of a shape",
      { "src/web/a.ts": 'import { task } from "../api/tasks/schema.ts";', "src/api/tasks/schema.ts": "" },
      /only the types of shapes/,
    ],
  ];
  for (const [title, files, breach] of wrong) {
    test(`when ${title}, then it is found`, () => {
      const breaches = findBreaches(new Map(Object.entries(files)));
      expect(breaches).toHaveLength(1);
      expect(breaches[0]).toMatch(breach);
    });
  }

  const right: [string, Record<string, string>][] = [
    [
      "arrows run down",
      {
        "src/query/a.ts": 'import "../filter/b.ts"; import "zod";',
        "src/filter/b.ts": 'import "../lib/c.ts";',
        "src/lib/c.ts": "",
      },
    ],
    [
      "a worker uses two folders of its floor",
      {
        "workers/query.ts": 'import "../src/query/a.ts";\nimport "../src/jobs/b.ts";',
        "src/query/a.ts": "",
        "src/jobs/b.ts": "",
      },
    ],
    ["config/ reads the environment", { "src/config/a.ts": "process.env.X;" }],
    [
      "a comment speaks of an import",
      { "src/lib/a.ts": '// import "../app.ts"\n/* import "../app.ts" */', "src/app.ts": "" },
    ],
    [
      "a diamond is no circle",
      {
        "src/db/a.ts": 'import "./b.ts";\nimport "./c.ts";',
        "src/db/b.ts": 'import "./d.ts";',
        "src/db/c.ts": 'import "./d.ts";',
        "src/db/d.ts": "",
      },
    ],
    [
      "the page imports the type of a shape, and the language of filters",
      {
        "src/web/a.ts":
          'import type { T } from "../api/tasks/schema.ts";\nimport { p } from "../filter/language/p.ts";',
        "src/api/tasks/schema.ts": "",
        "src/filter/language/p.ts": "",
      },
    ],
    ["a file has 400 lines", { "src/lib/a.ts": "\n".repeat(400) }],
  ];
  for (const [title, files] of right) {
    test(`when ${title}, then nothing is found`, () => {
      expect(findBreaches(new Map(Object.entries(files)))).toEqual([]);
    });
  }

  test("when a file imports in every way, then every way is seen", () => {
    const text =
      'import a from "a";\nimport type { B } from \'b\';\nimport "c";\nexport { d } from "d";\nconst e = () => import("e");\nconst f = require("f");\n';
    expect(findImports(text)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
});

function sourceFiles(): string[] {
  return ["src", "workers"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
}
