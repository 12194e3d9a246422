import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { version } from "../../src/lib/version.ts";
import { runVigie } from "./run-vigie.ts";

test.each([
  [["version"], `${version}\n`],
  [["--version"], `${version}\n`],
  [["-v"], `${version}\n`],
])("when vigie is asked %j, then it prints its version alone", async (args, out) => {
  expect(await runVigie(args)).toEqual({ code: 0, out, err: "" });
});

test("when vigie is asked for licences, then it prints those of all it carries", async () => {
  const { code, out, err } = await runVigie(["licenses"]);
  expect([code, err]).toEqual([0, ""]);
  const { dependencies } = await Bun.file("package.json").json();
  expect(Object.keys(dependencies).filter((name) => !out.includes(`${name} ${dependencies[name]} (`))).toEqual([]);
});

describe("help", () => {
  test.each([
    [["--help"], ["Usage: vigie COMMAND", "import", "serve", "tokens"]],
    [
      ["import", "--help"],
      ["Usage: vigie import [OPTIONS] FILE... | -", "--zone ZONE", "Exit code:", "Examples:"],
    ],
    [
      ["serve", "--help"],
      ["Usage: vigie serve [OPTIONS]", "--links JSON", "[VIGIE_PORT, 7080]", "VIGIE_ADMIN_PASSWORD"],
    ],
    [
      ["query", "-h"],
      ["Usage: vigie query [OPTIONS] [QUERY]", "--top FIELD", "--rate [STEP]"],
    ],
    [
      ["users", "--help"],
      ["Usage: vigie users COMMAND", "deactivate"],
    ],
    [
      ["users", "create", "--help"],
      ["Usage: vigie users create [OPTIONS] NAME", "--password-stdin"],
    ],
  ])("when %j is asked, then it is told on stdout without colours and it succeeds", async (args, parts) => {
    const { code, out, err } = await runVigie(args);
    expect([code, err]).toEqual([0, ""]);
    for (const part of parts) expect(out).toContain(part);
    expect(out).not.toContain("\u001B");
    expect(out).not.toContain("[object");
  });
});

test.each([
  [[], "No command given. Expected one of: serve"],
  [["improt"], 'Unknown command "improt". Did you mean "import"? Expected one of: serve'],
  [["help", "improt"], 'Unknown command "improt". Did you mean "import"? Expected one of: serve'],
  [["bake"], 'Unknown command "bake". Expected one of: serve'],
  [["query", "--frm", "today"], 'Unknown option "--frm". Did you mean "--from"?\n'],
  [["users"], "No command given. Expected one of: list"],
  [["users", "crate"], 'Unknown command "crate". Did you mean "create"?'],
  [["users", "create"], "Missing required positional argument: NAME"],
  [["users", "list", "--al"], 'Unknown option "--al".\n'],
  [["users", "list", "extra"], "Too many arguments: expected none, got 1."],
  [["users", "list", "--url"], "--url needs a value."],
  [["users", "list"], "A token is needed"],
  [
    ["users", "list", "--token", "k", "--url", "ftp://x"],
    '--url: expected an address such as http://127.0.0.1:7080, got "ftp://x".',
  ],
  [["users", "list", "--data", "x", "--token", "k"], "--data goes without --url, --token and --username."],
  [["import"], "Nothing to import"],
  [["import", "x", "--format", "xml"], "--format: expected auto or one of"],
  [["import", "x", "--year", "26"], "--year: expected a year such as 2026"],
  [["import", "x", "--zone", "Mars/Olympus"], "--zone: expected a zone"],
  [["import", "x", "--timezone", "Mars/Olympus"], "--zone: expected a zone"],
  [["query", "--last", "yesterday", "--token", "k"], "--last: expected a span such as"],
  [["query", "--last", "1h", "--all", "--token", "k"], "Give one of --last"],
  [["query", "--from", "2026-02-30", "--token", "k"], "--from: expected a time"],
  [["query", "--from", "2026-02-03", "--to", "2026-02-02", "--token", "k"], "--to: expected a time after --from."],
  [["query", "--limit", "0", "--token", "k"], "--limit: expected a number from 1"],
  [
    ["query", "--top", "host", "--rate", "5m", "--token", "k"],
    "--top, --last-of, --rate, --around and --stats are different questions",
  ],
])("when the arguments are %j, then stderr says what is wrong and the exit code is 2", async (args, message) => {
  const { code, out, err } = await runVigie(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(`vigie: ${message}`);
  expect(err).not.toContain("    at ");
});

test("when a service goes away without an answer, then it says so in words for people", async () => {
  const hangsUp = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(hangsUp, "listening");
  const { port } = hangsUp.address() as AddressInfo;
  const { code, err } = await runVigie(["users", "list", "--token", "k", "--url", `http://127.0.0.1:${port}`]);
  hangsUp.close();
  expect([code, err]).toEqual([
    1,
    `vigie: The connection to http://127.0.0.1:${port} was closed before the answer came.\n`,
  ]);
});

test("when no service answers, then it says so on one line and the exit code is 1", async () => {
  const { code, err } = await runVigie(["users", "list", "--token", "k", "--url", "http://127.0.0.1:1"]);
  expect([code, err]).toEqual([
    1,
    'vigie: No service answers at http://127.0.0.1:1 (connection refused). Is "vigie serve" running?\n',
  ]);
});
