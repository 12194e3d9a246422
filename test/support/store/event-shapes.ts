import { Random } from "../../../bench/corpora/random.ts";
import type { EventRow } from "../../../src/eventstore/event/event.ts";

/**
 * Streams of the real world, unlike corpora of sixty templates. The event of a number is always the same, so a stream
 * of a million need not be kept to be judged.
 */
interface EventShape {
  /** The special part, and the other differences from an event of no interest. `random` is that of the number. */
  event(random: Random, number: number): Partial<EventRow> & { message: string };
  /** Microseconds after the begin of the stream; left out: rising, some milliseconds apart. */
  time?(random: Random, number: number): number;
  /** True: the same events are repeated at once. */
  repeats?: boolean;
}

/** Each has a host of a few, a severity and two tags besides its special part. */
export function shapedEvent(shape: EventShape, number: number, beginMicros: number): EventRow {
  const random = new Random(Math.imul(number + 1, 0x9e3779b1));
  const time = shape.time?.(random, number) ?? number * 7_919;
  return {
    times: [beginMicros + time],
    host: `web-${random.zipf(12)}`,
    program: "shaped",
    severity: random.below(8),
    facility: 16,
    type: 1,
    status: 0,
    ciscoMnemonic: "",
    tags: ["t_bytes", String(random.below(90_000)), "t_code", String(200 + 4 * random.zipf(70))],
    extra: "",
    ...shape.event(random, number),
  };
}

export const eventShapes: Record<string, EventShape> = {
  "every message a sentence of its own": { event: (random) => ({ message: sentence(random, 4 + random.below(14)) }) },
  "ten thousand templates": { event: (random) => ({ message: ofTemplates(random, 10_000) }) },
  "a million templates": { event: (random) => ({ message: ofTemplates(random, 1_000_000) }) },
  "one template": {
    event: (random) => ({
      message: `took ${random.below(4_000)} ms for job ${random.hex(8)} of user${random.below(50)}`,
    }),
  },
  URLs: {
    event: (random) => ({
      message: `GET /${word(random.zipf(900))}/${word(random.below(60_000))}-${word(random.below(200))}?page=${random.below(40)} HTTP/1.1" ${200 + random.below(5)} ${random.below(90_000)}`,
    }),
  },
  "DNS names": {
    event: (random) => ({
      message: `query[${["A", "AAAA", "PTR"][random.below(3)]}] ${random.below(10) < 3 ? word(random.below(100)) : `${word(random.below(40_000))}.${word(random.below(40_000))}`}.example.org from 192.168.${random.below(3)}.${random.below(250)}`,
    }),
  },
  SQL: { event: (random) => ({ message: statement(random) }) },
  base64: { event: (random) => ({ message: `payload ${bytes(random, 30 + random.below(200)).toString("base64")}` }) },
  "stack traces": { event: (random) => ({ message: stackTrace(random) }) },
  CJK: {
    event: (random) => ({
      message: `${characters(random, 3 + random.below(40))} ${random.below(1_000)}件 ${characters(random, 4)}`,
    }),
  },
  "JSON in messages": {
    event: (random) => ({
      message: JSON.stringify({
        level: ["info", "warn"][random.below(2)],
        user: { id: random.below(30_000), name: word(random.below(30_000)) },
        [word(random.zipf(400))]: [random.next(), -0, null, `${characters(random, 2)}\n"quoted"`],
      }),
    }),
  },
  "long lines": {
    event: (random) => ({ message: random.below(20) === 0 ? longText(random) : sentence(random, 6) }),
  },
  "thousands of tag names": {
    event: (random) => ({
      message: "labels",
      tags: ownTags(6, (at) => [`label_${random.zipf(4_000)}_${at}`, String(random.below(9))]),
    }),
  },
  "ever new tag names": {
    event: (random, number) => ({
      message: `ids as keys of ${word(number % 7)}`,
      tags: ownTags(3, (at) => [`id_${number % 100_000}_${at}`, word(random.below(100))]),
    }),
  },
  "tags that are all unique": {
    event: (random, number) => ({
      message: `request ${number % 5}`,
      tags: ownTags(5, (at) => [
        `t_unique_${at}`,
        at === 0 ? uuid(random) : at === 1 ? `${number}.${random.below(1_000)}` : `${word(random.below(1e6))}${number}`,
      ]),
    }),
  },
  "values that look like numbers": {
    event: (random) => ({
      message: oddNumber(random),
      tags: [
        "t_nearly",
        random.below(100) === 0 ? "-0" : String(random.below(2_000_000) / 1_000 - 500),
        "t_odd",
        oddNumber(random),
        "t_odder",
        random.below(30) === 0 ? oddNumber(random) : String(random.below(70_000)),
      ],
    }),
  },
  "few events again and again": {
    event: (random) => ({ message: `link ${random.below(3)} is up`, host: "switch", severity: 5, tags: [] }),
    time: (_, number) => Math.floor(number / 40) * 1_000_000,
    repeats: true,
  },
  "times that jump": {
    event: (random) => ({ message: sentence(random, 3) }),
    time: (random, number) =>
      random.below(50) === 0
        ? (random.below(5) - 4) * 86_400e6 + random.below(86_400) * 1e6
        : Math.floor(number / 30) * 1e6 - random.below(3) * 3_600e6,
  },
  "broken and empty things": {
    event: (random) => ({
      message: ["", " ", "\u0000", "\u0001 1", "\u0002", "\u0003", "1", "a1", "\n", "ÿ", "\ud800", "é1", "1é", "_1"][
        random.below(14)
      ]!.toWellFormed(),
      host: random.below(3) === 0 ? "" : "h",
      program: random.below(2) === 0 ? "" : "\u0003",
      tags: ownTags(3, (at) => [
        ["host", "__proto__", "constructor", "message", "日本"][random.below(5)]! + at,
        ["-0", "-", "0", "\n", "007", "1e3"][random.below(6)]!,
      ]),
    }),
  },
};

const syllables = ["ka", "ro", "ti", "men", "su", "lo", "ver", "an", "di", "po", "xe", "gra", "ni", "ful", "to", "be"];

/** Always the same one for a number, of letters alone. */
function word(number: number): string {
  let text = "";
  for (let rest = number + 16; rest > 0; rest = Math.floor(rest / 16)) text += syllables[rest % 16];
  return text;
}

function sentence(random: Random, words: number): string {
  return Array.from({ length: words }, () => word(random.zipf(20_000))).join(" ");
}

function ofTemplates(random: Random, templates: number): string {
  const own = random.below(templates);
  return `${word(own)} said ${word(own * 7)} to worker ${random.below(64)} after ${random.below(10_000)} ms (${random.hex(6)})`;
}

function statement(random: Random): string {
  const columns = Array.from({ length: 1 + random.below(5) }, () => word(random.zipf(600)));
  const values = columns.map(() => (random.below(2) ? random.below(1e6) : `'${word(random.below(1e5))}''s'`));
  const table = word(random.zipf(80));
  return random.below(2)
    ? `SELECT ${columns.join(", ")} FROM ${table} WHERE ${columns.map((name, i) => `${name} = ${values[i]}`).join(" AND ")} LIMIT ${random.below(500)}`
    : `INSERT INTO ${table} (${columns.join(",")}) VALUES (${values.join(",")}) -- ${random.hex(10)}`;
}

function stackTrace(random: Random): string {
  const frames = Array.from(
    { length: 2 + random.below(12) },
    () =>
      `    at ${word(random.zipf(500))}.${word(random.zipf(3_000))} (/srv/${word(random.zipf(300))}.ts:${random.below(900)}:${random.below(90)})`,
  );
  return `TypeError: ${word(random.zipf(200))} is not a function\n${frames.join("\n")}`;
}

function characters(random: Random, length: number): string {
  return String.fromCodePoint(...Array.from({ length }, () => 0x4e00 + random.zipf(20_000)));
}

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

function longText(random: Random): string {
  const length = [2_000, 2_001, 30_000, 65_000][random.below(4)]!;
  const some = random.below(2) ? `${sentence(random, 9)} ${random.hex(12)} ` : characters(random, 9);
  return some.repeat(Math.floor(length / Buffer.byteLength(some)));
}

function oddNumber(random: Random): string {
  const odd = [
    "-0",
    "-",
    "0",
    "007",
    "1e3",
    "1.50",
    "0.1",
    "-0.25",
    "1e+21",
    "9007199254740993",
    "NaN",
    ".5",
    "0x1f",
    "+1",
  ];
  return random.below(3) ? (random.below(2_000_000) / 1_000 - 500).toString() : odd[random.below(odd.length)]!;
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((digits) => random.hex(digits)).join("-");
}

/** Names that come twice are left out. */
function ownTags(count: number, tagAt: (at: number) => [name: string, value: string]): string[] {
  const tags = new Map(Array.from({ length: count }, (_, at) => tagAt(at)));
  return [...tags].sort((a, b) => (a[0] < b[0] ? -1 : 1)).flat();
}
