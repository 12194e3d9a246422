import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToken, logIn, type ServiceProcess, startServiceProcess } from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

const samples = join(import.meta.dirname, "../../../data/samples");
const authLines = linesOf("auth.log");
const accessLines = linesOf("apache-access.log");
const syslogLines = linesOf("syslog-rfc5424.log.gz");
const total = authLines.length + accessLines.length + syslogLines.length;

function linesOf(name: string): string[] {
  const bytes = readFileSync(join(samples, name));
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString().trimEnd().split("\n");
}

/** What `sort | uniq -c | sort -rn` says: by count, then by name. */
function countBy(values: (string | undefined)[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

const folder = mkdtempSync(join(tmpdir(), "vigie-query-"));
let service: ServiceProcess;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startServiceProcess(folder);
  env = { VIGIE_URL: service.url, VIGIE_TOKEN: await createToken(service.url, await logIn(service.url), "USER") };
  const files = ["auth.log", "apache-access.log", "syslog-rfc5424.log.gz"].map((name) => join(samples, name));
  const { code, out } = await runVigie(["import", ...files, "--timezone", "UTC", "--host", "here"], { env });
  expect([code, out.includes(`${total.toLocaleString("en-US")} events stored`)]).toEqual([0, true]);
});
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

async function queryJson<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await runVigie(["query", "--all", "--json", ...args], { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as T;
}

interface Values {
  totals: { values: { name: string; count: number }[] };
}

describe("counts agree with a plain count of the lines", () => {
  test("when hosts are ranked, then each count is that of its lines", async () => {
    const hosts = [
      ...authLines.map((line) => line.split(/ +/)[3]),
      ...syslogLines.map((line) => line.split(" ")[2]),
      ...accessLines.map(() => "here"),
    ];
    const { totals } = await queryJson<Values>("--top", "host", "--limit", "1000");
    expect(totals.values).toEqual(countBy(hosts));
  });

  test("when programs of one host are ranked, then each count is that of its lines", async () => {
    const programs = authLines.map((line) => /^\S+ +\S+ \S+ bastion-1 ([^ :[]+)/.exec(line)?.[1]);
    const { totals } = await queryJson<Values>("host:bastion-1", "--top", "program", "--limit", "100");
    expect(totals.values).toEqual(countBy(programs));
  });

  test("when paths of refused requests are ranked, then each count is that of its lines", async () => {
    const requests = accessLines.map((line) => /"[A-Z]+ ([^ ?]+)[^"]*" (\d{3}) /.exec(line));
    const paths = requests.map((found) => (found && Number(found[2]) >= 400 ? found[1] : undefined));
    const { totals } = await queryJson<Values>("code>=400", "--top", "path", "--limit", "1000");
    expect(totals.values).toEqual(countBy(paths));
  });

  test("when severities are ranked, then each count is that of the priorities", async () => {
    const severities = syslogLines
      .filter((line) => line.split(" ")[2] === "web-1")
      .map((line) => String(Number(/^<(\d+)>/.exec(line)![1]) % 8));
    const { totals } = await queryJson<Values>("host:web-1", "--top", "severity", "--limit", "8");
    expect(totals.values).toEqual(countBy(severities));
  });

  test("when the query begins with a dash, then it is one behind two dashes", async () => {
    const { totals } = await queryJson<Values>("--top", "host", "--", "-host:web* -host:db* -host:bastion*");
    expect(totals.values).toEqual([{ name: "here", count: accessLines.length }]);
  });

  test("when a rate is asked, then its steps sum up to all lines", async () => {
    const rate = await queryJson<{ totals: { sum: number }; details: { count: number }[] }>("--rate", "60");
    expect(rate.totals.sum).toBe(total);
    expect(rate.details.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  });
});

test("when events are asked for without more, then the newest come first, one JSON object a line", async () => {
  const { code, out } = await runVigie(["query", "host:here", "--all", "--limit", "7", "--json"], { env });
  expect(code).toBe(0);
  const events = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { last_occurrence: number; host: string });
  expect(events).toHaveLength(7);
  const times = events.map((event) => event.last_occurrence);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  const newest = /\[([^\]]+)\]/.exec(accessLines.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))[0]!)![1]!;
  expect(times[0]).toBe(Date.parse(newest.replace(/^(\d+)\/(\w+)\/(\d+):/, "$1 $2 $3 ")) / 1000);
});

test("when the neighbours of an event are asked for, then they are those of its program, with an arrow at the event", async () => {
  const listed = await runVigie(["query", "host:here", "--all", "--limit", "3", "--ids"], { env });
  const id = /^ *(\d+) {2}/m.exec(listed.out)![1]!;
  const args = ["query", "--around", id, "--same", "host,program", "-n", "2"];
  const { code, out } = await runVigie([...args, "--ids"], { env });
  expect(code).toBe(0);
  expect(out.split("\n").filter((line) => line.startsWith("→"))).toHaveLength(1);
  expect(out).toMatch(new RegExp(`^→ +${id} `, "m"));
  const json = await runVigie([...args, "--json"], { env });
  const events = json.out.trimEnd().split("\n");
  expect(events.map((line) => (JSON.parse(line) as { host: string }).host)).toEqual(events.map(() => "here"));
});

test("when there is no event of that id, then the answer says so", async () => {
  const { code, err } = await runVigie(["query", "--around", "999999999"], { env });
  expect(code).toBe(1);
  expect(err).toContain("There is no event 999999999");
});

/** Times of one day in one zone: their text has their order. */
function timeOf(line: string): string {
  return /\[([^\]]+)\]/.exec(line)![1]!;
}

describe("tables", () => {
  test("when values are ranked, then a table has counts and values", async () => {
    const { out } = await runVigie(["query", "--all", "--top", "host", "--limit", "1"], { env });
    expect(out).toMatch(/^count {2}value\n *[\d,]+ {2}\S+\n$/);
  });

  test("when events are shown, then each has time, host, program, severity and message", async () => {
    const { out } = await runVigie(["query", "sshd", "--all", "--limit", "2", "--timezone", "UTC"], { env });
    const [head, ...rows] = out.trimEnd().split("\n");
    expect(head).toMatch(/^time +host +program +severity +(times +)?message$/);
    if (rows.length > 1) expect(rows[0]).toMatch(/^2026-11-21 \d\d:\d\d:\d\d\.\d{3} {2}\S+/);
  });

  test("when nothing matches, then it says so and succeeds", async () => {
    const { code, out } = await runVigie(["query", "host:nowhere", "--all"], { env });
    expect([code, out]).toEqual([0, "No events match.\n"]);
    for (const [more, said] of [
      [[], "No events of the last hour match; --all asks about all there are.\n"],
      [["--top", "program"], "No events of the last hour match; --all asks about all there are.\n"],
      [["--last", "24h"], "No events match.\n"],
    ] as const)
      expect((await runVigie(["query", "host:nowhere", ...more], { env })).out).toBe(said);
  });

  test("when a rate is shown, then it ends with what it adds up to", async () => {
    const { out } = await runVigie(["query", "--all", "--rate", "1h"], { env });
    expect(out).toContain("█");
    expect(out).toContain(`${total.toLocaleString("en-US")} occurrences in `);
  });

  test("when a range has no whole steps, then a ranking counts no more, and a rate says what it counted", async () => {
    const range = ["--from", "2026-11-20 12:00", "--to", "2026-11-29 12:00:01", "--timezone", "UTC"];
    const top = await runVigie(["query", "--top", "host", ...range.with(3, "2026-11-29 12:00")], { env });
    expect([top.code, top.err]).toEqual([0, ""]);
    const rate = await runVigie(["query", "--rate", "1d", ...range], { env });
    expect(rate.err).toBe("Note: Whole steps were counted: from 2026-11-20 00:00:00 to 2026-11-30 00:00:00.\n");
    const file = await runVigie(["export", "--rate", "1d", ...range, "-o", "-"], { env });
    expect([file.code, file.err]).toEqual([0, rate.err]);
  });

  test("when a range is given in words and as a span back, then it is asked for", async () => {
    const args = ["--from", "-1h30m", "--to", "1 hour ago", "--top", "host", "--json"];
    const { code, out, err } = await runVigie(["query", ...args], { env });
    expect([code, err]).toEqual([0, ""]);
    const { ts_from, ts_to } = JSON.parse(out).totals;
    expect([ts_to - ts_from, Math.abs(Date.now() / 1000 - ts_to - 3600) < 60]).toEqual([1800, true]);
  });

  test("when something was marked within a rate, then it stands behind its step, and not in JSON", async () => {
    const asked = ["query", '"Accepted publickey"', "--all", "--rate", "1h"];
    const { details } = JSON.parse((await runVigie([...asked, "--json"], { env })).out);
    const step = details.findLast(({ count }: { count: number }) => count > 0);
    const headers = { authorization: `token ${env.VIGIE_TOKEN}`, "content-type": "application/json" };
    const body = JSON.stringify({ time: step.ts_from + 1, title: "deploy 7", tags: ["web", "blue"] });
    const made = await fetch(`${service.url}/api/markers`, { method: "POST", headers, body });
    expect(made.status).toBe(201);
    const lines = (await runVigie(asked, { env })).out.split("\n");
    const at = lines.findIndex((line) => line.endsWith("◆ deploy 7 (web, blue)"));
    expect(lines[at - 1]).toContain("█");
    expect((await runVigie([...asked, "--json"], { env })).out).not.toContain("deploy 7");
  });

  test("when many steps in a row are empty, then one line stands for them and the rest is all there", async () => {
    const asked = ["query", '"Accepted publickey"', "--all", "--rate", "1s"];
    const { out } = await runVigie(asked, { env });
    const { totals } = JSON.parse((await runVigie([...asked, "--json"], { env })).out);
    const counts = [...out.matchAll(/^\d{4}-\S+ \S+ +([\d,]+)/gm)].map(([, count = ""]) =>
      Number(count.replaceAll(",", "")),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(totals.sum);
    expect(counts.some((count, index) => count === 0 && counts[index + 1] === 0)).toBe(false);
    expect(out).toMatch(/ 0 {2}[\d,]+ steps$/m);
  });
});

test.each([
  ["severity<=", 11],
  ['host:web "open', 10],
])("when the query is %s, then the error shows it with a caret and the exit code is 2", async (q, column) => {
  const { code, out, err } = await runVigie(["query", q, "--last", "1h"], { env });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  const lines = err.split("\n");
  expect(lines[1]).toBe(`  ${q}`);
  expect(lines[2]).toBe(`${" ".repeat(column + 1)}^`);
});

test("when another parameter does not fit, then the service's own words say which", async () => {
  const { code, err } = await runVigie(["query", "--all", "--rate", "1s", "--from", "1"], { env });
  expect(code).toBe(2);
  expect(err).toContain("Give one of --last");
  const steps = await runVigie(["query", "--from", "2020-01-01", "--rate", "1s"], { env });
  expect(steps.code).toBe(2);
  expect(steps.err).toContain("step");
});

describe("other ways to ask and to show", () => {
  const query = (...args: string[]) => runVigie(["query", "--all", ...args], { env });

  test("when all events are shown, then their occurrences are told, too, as many as a rate tells", async () => {
    const told = (out: string) => out.trimEnd().split("\n").at(-1)!;
    const lines = accessLines.length.toLocaleString("en-US");
    expect(told((await query("program:apache*", "--limit", "10000")).out)).toMatch(
      new RegExp(`^[\\d,]+ events, ${lines} occurrences\\.$`),
    );
    expect(told((await query("program:apache*", "--rate", "1h")).out)).toMatch(new RegExp(`^${lines} occurrences in `));
    expect(told((await query("program:apache*", "--limit", "1")).out)).toMatch(/^The newest 1 of [\d,]+ events\.$/);
  });

  test("when events without a field are not in its ranking, then they are told", async () => {
    const some = await query("program:apache* | program:sshd", "--top", "path", "--limit", "1");
    const without = /^([\d,]+) occurrences, ([\d,]+) of them without this field\.$/m.exec(some.out)!.slice(1);
    const [all, none] = without.map((text) => Number(text.replaceAll(",", "")));
    expect(all! - none!).toBe(accessLines.length);
    expect((await query("program:sshd", "--top", "path")).out).toBe(
      `None of ${none!.toLocaleString("en-US")} occurrences has this field.\n`,
    );
    expect((await query("program:apache*", "--top", "path")).out).not.toContain("without");
  });

  test("when the oldest are asked for, then they come first, each with the time it came first", async () => {
    const { out } = await query("--oldest", "--limit", "3", "--json");
    const times = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).first_occurrence as number);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const [newest] = (await query("--limit", "1", "--json")).out.split("\n");
    expect(times[0]!).toBeLessThan(JSON.parse(newest!).first_occurrence);
    expect((await query("--oldest", "--limit", "3")).out).toContain("The oldest 3 of ");
  });

  test("when statistics of a number are asked for, then they agree with a plain count of the lines", async () => {
    const sizes = accessLines
      .map((line) => Number(/" \d{3} (\d+)/.exec(line)?.[1]))
      .filter((size) => !Number.isNaN(size));
    const answer = await queryJson<{ totals: { values: Record<string, number>[] } }>(
      "program:apache*",
      "--stats",
      "bytes",
    );
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(answer.totals.values).toEqual([
      expect.objectContaining({ count: sizes.length, min: Math.min(...sizes), max: Math.max(...sizes) }),
    ]);
    expect(answer.totals.values[0]!.avg).toBeCloseTo(sum / sizes.length, 6);
    expect((await query("program:apache*", "--stats", "bytes", "--by", "host")).out).toMatch(
      /^host +count +min +avg +p50 +p95 +max\nhere +/,
    );
  });

  test("when a field is asked for that no event has, then stderr says so and what may have been meant", async () => {
    const { code, err } = await query("hostnam:web");
    expect(code).toBe(0);
    expect(err).toBe('Note: No event in this range has a field "hostnam"; did you mean host?\n');
  });

  test("when fields and their values are listed, then those of the events stand there", async () => {
    const sent = await fetch(`${service.url}/incoming`, {
      method: "POST",
      headers: { authorization: `Token ${env.VIGIE_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ events: [{ host: "f", message: "m", user_tags: { fruit: "pear", froth: 5 } }] }),
    });
    expect(sent.status).toBe(200);
    expect((await runVigie(["fields", "fr"], { env })).out).toMatch(/^field +type\nfroth +number\nfruit +text\n$/);
    expect((await runVigie(["fields", "--values", "fruit"], { env })).out).toMatch(/^count +value\n +1 +pear\n$/);
    const misspelt = await runVigie(["fields", "--values", "friut"], { env });
    expect(misspelt.err).toBe('No event has a field "friut". Did you mean "fruit"?\n');
    expect((await runVigie(["fields", "x", "--values", "fruit"], { env })).err).toBe("");
    expect((await runVigie(["fields", "prog"], { env })).err).toContain("No event of the last day has tags");
    expect((await runVigie(["fields", "fr"], { env })).err).toBe("");
    expect((await runVigie(["fields", "xyz"], { env })).out).toContain("No event of the last day has such a field");
    expect((await runVigie(["fields", "--days", "32"], { env })).code).toBe(2);
  });

  test.each([
    [["--stats", ""], /--stats needs a field/],
    [["--by", "host"], /--by needs --stats/],
    [["--oldest", "--top", "host"], /--oldest is for events/],
    [["--follow", "--top", "host"], /--follow is for events/],
  ])("when %j is asked, then that is refused", async (args, reason) => {
    const { code, err } = await query(...args);
    expect([code, reason.test(err)]).toEqual([2, true]);
  });

  test("when the language is asked for, then its examples are shown without a service", async () => {
    const { out, code } = await runVigie(["query", "--syntax"]);
    expect([code, out.includes("src_ip:10.0.0.0/8")]).toEqual([0, true]);
  });
});
