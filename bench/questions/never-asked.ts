import { addresses, addressOf, type LineCorpus } from "../corpora/line-corpus.ts";
import { bySql, type SqlWords } from "../peers/sql-words.ts";
import type { BenchQuestion } from "./questions.ts";

/** Variants of each question, each of them asked once. */
const variants = 6;

/**
 * Questions that nobody has asked before, in six variants of the same name: other ids, phrases, hosts, programs,
 * numbers each time. About the 24 hours before `until` (epoch seconds) of a corpus of lines.
 */
export function neverAsked({ ids, phrases }: LineCorpus, until: number): BenchQuestion[] {
  return Array.from({ length: variants }, (_, variant) => askedOnce(variant, { ids, phrases, until, shift: 0 })).flat();
}

/** The same number of questions of the same kinds, none of which is one of `neverAsked`. */
export function othersOfTheirKinds({ ids, phrases }: LineCorpus, until: number): BenchQuestion[] {
  const parts = phrases.map((phrase) => phrase.slice(1, -1));
  const known = { ids, phrases: parts, until, shift: 0.5 } as const;
  return Array.from({ length: variants }, (_, variant) => askedOnce(variant, known)).flat();
}

interface Known {
  ids: readonly string[];
  phrases: readonly string[];
  until: number;
  /** Half of a variant further: everything is another. */
  shift: 0 | 0.5;
}

function askedOnce(variant: number, { ids, phrases, until, shift }: Known): BenchQuestion[] {
  const time_range = { ts_from: until - 86_400, ts_to: until + 1, timezone: "UTC" };
  const fromHour = { ...time_range, ts_from: until - (3 + variant + shift) * 3_600 };
  const id = (row: number) =>
    ids[Math.floor((((row + 0.5 - shift) / 3 + variant) * ids.length) / variants) % ids.length]!;
  const phrase = (row: number) => phrases[(row * variants + variant) % phrases.length]!;
  const part = (row: number) =>
    phrase(row)
      .toUpperCase()
      .slice(1, -1)
      .split(" ")
      .sort((a, b) => b.length - a.length)[0]!;
  const moved = variant + 2 * variants * shift;
  const host = (row: number) => `web-${String(row * variants + variant + 60 * shift).padStart(3, "0")}`;
  const program = (row: number) => programs[(row + moved) % programs.length]!;
  const status = statuses[moved]!;
  const method = ["GET", "POST", "PUT", "DELETE"][variant % 4]!;
  const three = (most: number) => ({
    q: `severity<=${most} status_code>=${status} method:${method}`,
    where: `severity <= ${most} AND status_code >= ${status} AND method = '${method}'`,
  });
  const two = (row: number) => ({
    q: `program:${program(row)} bytes>=${100 + moved + row}`,
    where: `program = '${program(row)}' AND bytes >= ${100 + moved + row}`,
  });
  const low = 20 + (variant + shift) * 7.5;
  const pages = (name: string, [counted, alone]: readonly Asked[], page: Record<string, unknown>, sqlPage: string) => [
    searched(name, counted!, { ...page, time_range }, sqlPage),
    searched(`${name}, uncounted`, alone!, { ...page, time_range, count: false }, sqlPage),
  ];
  return [
    searched(
      "exact id in a field",
      { q: `request_id:${id(0)}`, where: `request_id = '${id(0)}'` },
      { time_range },
      "LIMIT 100",
    ),
    ...pages("rare word in the text", [wordOf(id(1)), wordOf(id(2))], {}, "LIMIT 100"),
    ...pages("phrase, first 50", [phraseOf(phrase(0)), phraseOf(phrase(3))], { page_size: 50 }, "LIMIT 50"),
    counted("address in the text, count", phraseOf(addressOf((moved * 4_099) % addresses)), time_range),
    counted("phrase, count by hour", phraseOf(phrase(1)), { ...time_range, step: 3_600 }),
    counted("substring in any case, count", { q: `*${part(2)}*`, where: anyCase(part(2)) }, time_range),
    counted("regular expression, count", matching(patterns[moved]!), time_range),
    top(
      "top addresses of a program",
      "src_ip",
      { q: `program:${program(0)}`, where: `program = '${program(0)}'` },
      time_range,
    ),
    top(
      "top paths, status >= n, from an hour on",
      "path",
      { q: `status_code>=${status}`, where: `status_code >= ${status} AND ${since(fromHour.ts_from)}` },
      fromHour,
    ),
    top("top addresses of a phrase", "src_ip", phraseOf(phrase(2)), time_range),
    {
      ...asked("rate by severity of a host", "TopN", {
        field: "severity",
        with_subperiods: true,
        q: `host:${host(0)}`,
        time_range: { ...time_range, step: 300 },
      }),
      sql: bySql(
        (table, { bucket }) =>
          `SELECT ${bucket(5)} AS step, severity, count(*) FROM ${table} WHERE host = '${host(0)}' GROUP BY step, severity ORDER BY step`,
      ),
    },
    {
      ...asked("last 10 users of a program", "LastN", {
        field: "user",
        limit: 10,
        q: `program:${program(1)}`,
        time_range,
      }),
      sql: bySql(
        (table) =>
          `SELECT "user", max(ts) AS seen FROM ${table} WHERE program = '${program(1)}' GROUP BY "user" ORDER BY seen DESC LIMIT 10`,
      ),
    },
    {
      ...asked("avg, p95 by program of a host", "Stats", {
        field: "duration_ms",
        by: ["program"],
        functions: ["avg", "p95"],
        q: `host:${host(1)}`,
        time_range,
      }),
      sql: bySql(
        (table, { p95 }) =>
          `SELECT program, avg(duration_ms), ${p95("duration_ms")} FROM ${table} WHERE host = '${host(1)}' GROUP BY program`,
      ),
    },
    ...pages("three conditions, first 50", [three(3), three(4)], { page_size: 50 }, "LIMIT 50"),
    ...pages(
      "page far down under two conditions",
      [two(2), two(3)],
      { page_size: 50, offset: 20_000 + moved },
      `LIMIT 50 OFFSET ${20_000 + moved}`,
    ),
    counted(
      "numbers between, count",
      { q: `duration_ms>=${low} duration_ms<${low * 2}`, where: `duration_ms >= ${low} AND duration_ms < ${low * 2}` },
      time_range,
    ),
    {
      ...asked("distinct users of a status", "Stats", {
        field: "user",
        functions: ["distinct"],
        q: `status_code:${status}`,
        time_range,
      }),
      sql: bySql((table, { distinct }) => `SELECT ${distinct('"user"')} FROM ${table} WHERE status_code = ${status}`),
    },
  ];
}

const programs = [
  "nginx",
  "checkout",
  "api",
  "postgres",
  "sshd",
  "kernel",
  "haproxy",
  "systemd",
  "sudo",
  "named",
  "dhcpd",
  "dockerd",
];

const statuses = [500, 502, 503, 404, 403, 401, 501, 504, 400, 405, 402, 429];

/** As people write them: most contain a word that is in every match, some none. */
const patterns = [
  "port [0-9]*777",
  "after [0-9]+77.* ms",
  "user1[0-9]* from",
  "in 7+[0-3].[0-9] ms",
  "times? against web-0",
  "[0-9]:4[2-5]",
  "port [0-9]*666",
  "after [0-9]+66.* ms",
  "user2[0-9]* from",
  "in 6+[0-3].[0-9] ms",
  "times? against web-1",
  "[0-9]:3[2-5]",
];

/** A condition in our language and in SQL, possibly different for each engine. */
interface Asked {
  q: string;
  where: string | ((words: SqlWords) => string);
}

const wordOf = (word: string): Asked => ({ q: word, where: ({ word: hasWord }) => hasWord(word) });
const phraseOf = (text: string): Asked => ({ q: `"${text}"`, where: ({ contains }) => contains(text) });
const matching = (pattern: string): Asked => ({ q: `message=~"${pattern}"`, where: ({ matches }) => matches(pattern) });
const anyCase = (part: string) => (words: SqlWords) => words.containsAnyCase(part);
const since = (seconds: number) => `ts >= '${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")}'`;

function asked(name: string, type: string, params: Record<string, unknown>): BenchQuestion {
  return { name, body: { type, params } };
}

function searched(name: string, { q, where }: Asked, params: Record<string, unknown>, page: string): BenchQuestion {
  const sql = bySql((table, words) => `SELECT * FROM ${table} WHERE ${textOf(where, words)} ORDER BY ts DESC ${page}`);
  return { ...asked(name, "Search", { q, ...params }), sql };
}

function counted(name: string, { q, where }: Asked, range: Record<string, unknown>): BenchQuestion {
  const select = (words: SqlWords) =>
    "step" in range ? [`${words.hour} AS hour, count(*)`, "GROUP BY hour ORDER BY hour"] : ["count(*)", ""];
  return {
    ...asked(name, "EventRate", { q, time_range: range }),
    sql: bySql((table, words) => {
      const [what, groups] = select(words);
      return `SELECT ${what} FROM ${table} WHERE ${textOf(where, words)} ${groups}`;
    }),
  };
}

function top(name: string, field: string, { q, where }: Asked, range: Record<string, unknown>): BenchQuestion {
  return {
    ...asked(name, "TopN", { field, limit: 10, q, time_range: range }),
    sql: bySql(
      (table, words) =>
        `SELECT ${field}, count(*) AS n FROM ${table} WHERE ${textOf(where, words)} GROUP BY ${field} ORDER BY n DESC LIMIT 10`,
    ),
  };
}

function textOf(where: Asked["where"], words: SqlWords): string {
  return typeof where === "string" ? where : where(words);
}
