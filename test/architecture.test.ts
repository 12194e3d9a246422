import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findBreaches, findCrowdedFolders, findImports, findStaleNames } from "./support/laws/architecture.ts";
import { findLongFunctions } from "./support/laws/function-laws.ts";
import { findUntranslated } from "./support/laws/page-texts.ts";

const root = join(import.meta.dirname, "..");

describe("this project", () => {
  test("when all its imports are read, then every arrow runs down and no law is broken", () => {
    const tree = new Map(filesOf("src", "workers").map((file) => [file, readFileSync(join(root, file), "utf8")]));
    expect(tree.size).toBeGreaterThan(20);
    expect(findBreaches(tree)).toEqual([]);
    expect(findLongFunctions(tree)).toEqual([]);
    expect(findUntranslated(tree)).toEqual([]);
  });

  test("when the files of tests, bench and scripts are counted, then no folder is crowded either", () => {
    expect(findCrowdedFolders(filesOf("test", "bench", "scripts"))).toEqual([]);
  });
});

describe("names of files in comments", () => {
  test("when a comment or a paper names a file, then the file is there", () => {
    const files = filesOf("src", "workers", "test", "bench", "scripts");
    const papers = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join("src", file));
    const texts = [...files, ...papers, "ARCHITECTURE.md", "GLOSSARY.md"];
    const tree = new Map(texts.map((file) => [file, readFileSync(join(root, file), "utf8")]));
    expect(findStaleNames(tree, [...files, ...readdirSync(root)])).toEqual([]);
  });

  test("when it is not there, then it is found, and in code nothing is", () => {
    const found = (text: string) => findStaleNames(new Map([["src/a.ts", text]]), ["src/c/a.ts"]);
    expect(found("const b = 1;\n/** See gone.ts, a.ts, c/a.ts and d/a.ts. */")).toEqual([
      "src/a.ts:2 names gone.ts, which is not there",
      "src/a.ts:2 names d/a.ts, which is not there",
    ]);
    const inPaper = findStaleNames(new Map([["src/README.md", "Rows: `c/a.ts`, `../gone.ts`"]]), ["src/c/a.ts"]);
    expect(inPaper).toEqual(["src/README.md:1 names gone.ts, which is not there"]);
    expect(found(" * Twin: gone-too.tsx.")).toHaveLength(1);
    expect(found('import "./gone.ts";\n// a.ts')).toEqual([]);
  });
});

describe("the test of texts on the page", () => {
  const found = (text: string) => findUntranslated(new Map([["src/web/a.tsx", text]])).map((line) => line.slice(13));

  test("when a text for readers stands outside the catalogue, then it is found", () => {
    expect(found("const a = <p>Hello there</p>;")).toEqual([":1 says “Hello there” itself"]);
    expect(found('const a = <a title="Close" />;')).toHaveLength(1);
    expect(found('useActions([{ label: "Close" }]);')).toHaveLength(1);
    expect(found("toast(`The report $" + "{title} is made`);")).toHaveLength(1);
  });

  test("when it comes from the catalogue, is a name, or is sent, then it is not found", () => {
    expect(found("const a = <p title={words.parts.close}>{words.a.b} vigie · {4} %</p>;")).toEqual([]);
    expect(found('call("POST", "/api/markers", { body: { type: "TopN" } });')).toEqual([]);
    expect(found('useActions([{ label: words.a.b, group: "This page", keys: "g s" }]);')).toEqual([]);
    expect(findUntranslated(new Map([["src/web/words/en/a.ts", 'export const a = { title: "Close" };']]))).toEqual([]);
  });
});

describe("the test of functions", () => {
  const found = (text: string) => findLongFunctions(new Map([["src/a.ts", text]]));
  const lines = (count: number) => "  x();\n".repeat(count);

  test("when a function has more than 70 lines of its own, then it is found", () => {
    expect(found(`function a() {\n${lines(69)}}`)).toEqual(["src/a.ts: a has 71 lines of its own, more than 70"]);
    expect(found(`const a = () => {\n${lines(69)}};`)).toHaveLength(1);
    expect(found(`class A {\nm() {\n${lines(69)}}}`)).toHaveLength(1);
  });

  test("when its lines are those of functions within it, a list, or have a reason, then it is not found", () => {
    expect(found(`function a() {\n${lines(68)}}`)).toEqual([]);
    expect(found(`function a() {\n${`const b = () => {\n${lines(30)}};\n`.repeat(3)}}`)).toEqual([]);
    expect(found(`const a = () => [\n${"  1,\n".repeat(90)}];`)).toEqual([]);
    expect(found(`/** Long: it is one table. */\nfunction a() {\n${lines(69)}}`)).toEqual([]);
  });

  test("when a function takes more than five parameters, then it says why or is found", () => {
    const six = "a: 1, b: 2, c: 3, d: 4, e: 5, f: 6";
    expect(found(`function a(${six}) {}`)).toEqual(["src/a.ts: a has 6 parameters, more than 5"]);
    expect(found(`class A { constructor(${six}) {} }`)).toEqual([
      "src/a.ts: constructor of A has 6 parameters, more than 5",
    ]);
    expect(found(`// Parameters: one a word of a record.\nfunction a(${six}) {}`)).toEqual([]);
    expect(found("function a(a: 1, b: 2, c: 3, d: 4, e: 5) {}")).toEqual([]);
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
    ["siblings import", { "src/query/a.ts": 'import { b } from "../pool/b.ts";', "src/pool/b.ts": "" }, /: sideways/],
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
    [
      "a room imports one above it",
      { "src/eventstore/build/a.ts": 'import "../merge/b.ts";', "src/eventstore/merge/b.ts": "" },
      /: up between rooms/,
    ],
    [
      "rooms of one floor import each other",
      { "src/query/page/a.ts": 'import "../counting/b.ts";', "src/query/counting/b.ts": "" },
      /: sideways between rooms/,
    ],
    [
      "a room has no floor",
      { "src/query/attic/a.ts": 'import "../counting/b.ts";', "src/query/counting/b.ts": "" },
      /room without a floor/,
    ],
    [
      "a folder is crowded",
      Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`src/lib/a${i}.ts`, ""])),
      /holds 21 files/,
    ],
    ["a comment is too wide", { "src/lib/a.ts": `// ${"x".repeat(118)}` }, /comment wider/],
    [
      "two ways of privacy stand in one file",
      { "src/lib/a.ts": "class A {\n  private a = 1;\n  #b = this.#c;\n}" },
      /both private and #/,
    ],
    ["a limit has another name", { "src/lib/a.ts": "export const maxParts = 3;" }, /names the limit maxParts/],
    ["a limit is a shout", { "src/lib/a.ts": "const PARTS_MAX = 3;" }, /names the limit PARTS_MAX/],
    [
      "a stored column is cast",
      { "src/eventstore/a.ts": "const ids = read() as DictionaryColumn;" },
      /casts a stored column/,
    ],
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
        "workers/query.ts": 'import "../src/query/a.ts";\nimport "../src/pool/b.ts";',
        "src/query/a.ts": "",
        "src/pool/b.ts": "",
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
    [
      "rooms import downwards, and files at the door both ways",
      {
        "src/eventstore/merge/a.ts": 'import "../build/b.ts"; import "../segment.ts";',
        "src/eventstore/build/b.ts": "",
        "src/eventstore/segment.ts": "",
        "src/eventstore/open-event-store.ts": 'import "./merge/a.ts";',
      },
    ],
    [
      "a folder holds 20 files and a comment is 120 wide",
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/lib/a${i}.ts`, `// ${"x".repeat(117)}`])),
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

function filesOf(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      // What is installed for the bench alone lies in a folder with a dot.
      .filter((file) => /\.tsx?$/.test(file) && !/(?:^|\/)\./.test(file))
      .map((file) => join(folder, file)),
  );
}
