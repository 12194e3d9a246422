import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { runVigie } from "../run-vigie.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

/** What bash offers for the last of these words. */
function offered(script: string, words: string[]): string[] {
  const line = `COMP_WORDS=(vigie ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _vigie; echo "\${COMPREPLY[@]}"`;
  const { stdout, status } = spawnSync("bash", ["-c", `${script}\n${line}`], { encoding: "utf8" });
  expect(status).toBe(0);
  return stdout.trim().split(" ").filter(Boolean);
}

/** Terminals print bold letters twice. */
const plain = (text: string) => text.replaceAll(/.\u0008|\u001b\[\d*m/g, "").replaceAll("‐", "-");

describe("what tells of all commands", () => {
  test("when bash completes, then it offers the commands, those below one, and the options of the one that is written", async () => {
    const { out, code } = await runVigie(["completion", "bash"]);
    expect(code).toBe(0);
    expect(offered(out, ["que"])).toEqual(["query"]);
    expect(offered(out, ["tokens", "cr"])).toEqual(["create"]);
    expect(offered(out, ["query", "host:a", "--sta"])).toEqual(["--stats"]);
    expect(offered(out, ["query", "tokens", "--own"])).toEqual([]);
    expect(offered(out, ["tokens", "create", "--own"])).toEqual(["--owner"]);
    expect(offered(out, ["patterns", "--order", "n"])).toEqual(["newest"]);
    expect(offered(out, ["patterns", "--order", "=", "o"])).toEqual(["oldest"]);
    expect(offered(out, ["export", "--format", "="])).toEqual(["csv", "json", "xlsx", "docx", "pdf"]);
    expect(offered(out, ["tasks", "set", "7", "--status", "in"])).toEqual(["in_progress"]);
    expect(offered(out, ["tasks", "set", "7", "--title", "in"])).toEqual([]);
    expect(offered(out, ["completion", "z"])).toEqual(["zsh"]);
  });

  test.skipIf(!has("zsh"))(
    "when zsh completes, then it offers commands and options with what they do, and files elsewhere",
    async () => {
      const { out } = await runVigie(["completion", "zsh"]);
      const offer = (...words: string[]) => {
        const told = `compdef() { :; }; _describe() { print -l -- \${(P)@[-1]}; }; _files() { print files; }; compadd() { print -l -- $values; }; compset() { PREFIX=\${PREFIX#*=}; }`;
        const line = `words=(vigie ${words.map((word) => `'${word}'`).join(" ")}); CURRENT=$#words; PREFIX=$words[-1]; _vigie`;
        const { stdout, stderr } = spawnSync("zsh", ["-f", "-c", `${told}\n${out}\n${line}`], { encoding: "utf8" });
        expect(stderr).toBe("");
        return stdout.trim().split("\n");
      };
      expect(offer("que")).toContain("query:Ask a running service");
      expect(offer("tokens", "cr")).toContain("create:Create a token and print its key, the only time it is shown");
      expect(offer("dashboards", "list", "--a")).toContain("--all:Everybody's, for those who manage dashboards");
      expect(offer("tokens", "create", "--o").join(" ")).toMatch(/--owner:/);
      expect(offer("query", "tokens", "--o").join(" ")).not.toMatch(/--owner:/);
      expect(offer("import", "a")).toEqual(["files"]);
      expect(offer("patterns", "--order", "")).toEqual(["count", "bytes", "newest", "oldest", "rarest"]);
      expect(offer("patterns", "--order=n")).toContain("newest");
      expect(offer("dashboards", "export", "--format", "y")).toEqual(["yaml", "json"]);
    },
  );

  test.skipIf(!has("fish"))("when fish completes, then it offers what stands below the command", async () => {
    const { out } = await runVigie(["completion", "fish"]);
    const offer = (line: string) =>
      spawnSync("fish", ["-c", `source\ncomplete -C '${line}'`], { input: out, encoding: "utf8" }).stdout;
    expect(offer("vigie que")).toBe("query\tAsk a running service\n");
    expect(offer("vigie report schedule r")).toBe(
      "run\tRun a schedule now, besides its plan, and deliver the result\n",
    );
    expect(offer("vigie query --last-")).toMatch(/^--last-of\t/);
    expect(offer("vigie patterns --order n")).toMatch(/^newest\b.*\n$/);
    expect(offer("vigie tokens create --type I")).toMatch(/^INGEST\b.*\n$/);
    expect(offer("vigie completion z")).toMatch(/^zsh\b.*\n$/);
  });

  test.each(["zsh", "fish"])("when %s has the script, then it takes it and it names each command", async (shell) => {
    const { out, code } = await runVigie(["completion", shell]);
    expect(code).toBe(0);
    for (const name of ["import", "query", "--last-of"])
      expect(out).toContain(name.replace("--", shell === "fish" ? "-l " : "--"));
    if (!has(shell)) return console.log(`There is no ${shell} here; its script is not run.`);
    expect(spawnSync(shell, ["-n"], { input: out, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });

  test("when another shell is asked for, then that is refused", async () => {
    expect(await runVigie(["completion", "cmd"])).toMatchObject({ code: 2, out: "" });
  });

  test("when the manual is printed, then man reads it without a warning and it has commands, options and the language", async () => {
    const { out } = await runVigie(["man"]);
    expect(out).toContain(".SS vigie tokens create");
    expect(out).toContain(".SS vigie import FILE... |");
    if (!has("groff")) return console.log("There is no groff here; the manual is not set.");
    const set = spawnSync("groff", ["-man", "-ww", "-Tutf8"], { input: out, encoding: "utf8" });
    expect(set).toMatchObject({ status: 0, stderr: "" });
    for (const text of ["--last-of FIELD", "src_ip:10.0.0.0/8", "EXIT STATUS"])
      expect(plain(set.stdout)).toContain(text);
  });

  test("when help is asked for as a word or as an option, then it is the same", async () => {
    expect(await runVigie(["help", "tokens", "create"])).toEqual(await runVigie(["tokens", "create", "--help"]));
    expect(await runVigie(["help", "nothing"])).toEqual(await runVigie(["nothing", "--help"]));
  });
});
