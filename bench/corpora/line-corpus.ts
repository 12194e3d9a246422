import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { Corpus } from "./corpus.ts";
import { lineKinds } from "./line-kinds.ts";
import { Random } from "./random.ts";
import { type EventWords, type MessageMaker, messageMaker } from "./varying-words.ts";

/** "lines": 63 kinds of messages as programs write them; "templates": 100,000 kinds; "wide": the lines, 200 keys each. */
export const lineCorpora = ["lines", "templates", "wide"] as const;
export type LineCorpusName = (typeof lineCorpora)[number];

export interface LineCorpus extends Corpus {
  /** Request ids, each of one event whose message contains it too, from all parts of the corpus. */
  readonly ids: readonly string[];
  /** Pairs of neighbouring words that occur in messages. */
  readonly phrases: readonly string[];
}

/**
 * Writes events of the 24 hours before `until` (epoch seconds) as lines of JSON with 14 fields, or 200: hosts, programs
 * and paths by Zipf, 50,000 addresses, a unique request id, lognormal durations.
 */
export function writeLineCorpus(name: LineCorpusName, path: string, events: number, until: number): LineCorpus {
  const random = new Random(19_710_203);
  const source = name === "templates" ? manyTemplates(random) : knownKinds();
  const moreTags = name === "wide" ? wideTags : () => "";
  const file = openSync(path, "w");
  const [ends, ids]: [number[], string[]] = [[], []];
  const pickEvery = Math.max(1, Math.floor(events / idsMax));
  let bytes = 0;
  let lines: string[] = [];
  let wanted = 0;
  for (let i = 0; i < events; i++) {
    const { program, severity, make } = source.next(random);
    const event = eventWords(random, until - 86_400 * (1 - i / events));
    const message = make(random, event);
    if (i >= wanted && message.includes(event.id)) {
      ids.push(event.id);
      wanted += pickEvery;
    }
    lines.push(lineOf(event, { program, severity, message }, moreTags(random)));
    if (lines.length < bodyEvents && i < events - 1) continue;
    bytes += writeSync(file, `${lines.join("\n")}\n`);
    ends.push(bytes);
    lines = [];
  }
  // Otherwise the system would write gigabytes of it while the service waits for its own syncs.
  fsyncSync(file);
  closeSync(file);
  return { path, ends, bytes, ids, phrases: source.phrases };
}

/** Events of one body, as shippers send them. */
const bodyEvents = 1_000;
const idsMax = 240;

const methods = ["GET", "GET", "GET", "POST", "PUT", "DELETE"];
const statuses = [200, 200, 200, 200, 200, 200, 204, 301, 304, 400, 401, 403, 404, 404, 500, 502, 503];
const nouns = ["session", "order", "cart", "article", "invoice", "customer", "search", "login", "image", "price"];

function eventWords(random: Random, time: number): EventWords {
  return {
    time,
    ip: addressOf(random.below(addresses)),
    user: `user${random.zipf(2_000)}`,
    host: `web-${String(random.zipf(300)).padStart(3, "0")}`,
    status: statuses[random.below(statuses.length)]!,
    method: methods[random.below(methods.length)]!,
    path: `/v1/${nouns[random.below(10)]}/${random.zipf(500)}`,
    ms: random.lognormal(3.5, 1.2).toFixed(1),
    bytes: Math.round(random.lognormal(7, 2)),
    id: random.hex(12),
  };
}

/** How many different ones there are. */
export const addresses = 50_000;

/** `number`: below `addresses`. */
export function addressOf(number: number): string {
  return `10.${number % 7}.${(number >> 8) & 255}.${number & 255}`;
}

interface Written {
  program: string;
  severity: number;
  message: string;
}

function lineOf(event: EventWords, { program, severity, message }: Written, moreTags: string): string {
  const { time, host, ip, user, status, method, path, ms, bytes, id } = event;
  return (
    `{"ts":${time.toFixed(3)},"host":"${host}","program":"${program}","severity":${severity},"facility":16,"message":${JSON.stringify(message)},` +
    `"user_tags":{"src_ip":"${ip}","user":"${user}","status_code":${status},"method":"${method}","path":"${path}",` +
    `"duration_ms":${ms},"bytes":${bytes},"request_id":"${id}"${moreTags}}}`
  );
}

interface MessageSource {
  next(random: Random): { program: string; severity: number; make: MessageMaker };
  readonly phrases: readonly string[];
}

function knownKinds(): MessageSource {
  const programs = [...Map.groupBy(lineKinds, ({ program }) => program).values()].map((kinds) =>
    kinds.map(({ program, severity, message }) => ({ program, severity, make: messageMaker(message) })),
  );
  return {
    next: (random) => {
      const kinds = programs[random.zipf(programs.length)]!;
      return kinds[random.zipf(kinds.length)]!;
    },
    phrases: [
      ...["connection refused", "cache miss", "Failed password", "deadlock detected", "low on", "rate limit"],
      ...["closed keepalive", "connect timed", "Possible SYN", "duplicate key", "Invalid user", "upstream timed"],
      ...["keepalive connection", "gc pause", "Relay access", "session opened", "against web", "checkpoint complete"],
      ...[
        "left in",
        "temporary file",
        "Connection closed",
        "connection authorized",
        "link up",
        "Deactivated successfully",
      ],
    ],
  };
}

/** Sentences of twelve words, of which two are holes; each is a template of its own. */
function manyTemplates(random: Random): MessageSource {
  const stems = Array.from({ length: 400 }, () =>
    Array.from({ length: 2 + random.below(2) }, () => syllable(random)).join(""),
  );
  const programs = [
    "api",
    "billing",
    "checkout",
    "search",
    "mail",
    "auth",
    "stock",
    "gateway",
    "worker",
    "cron",
    "proxy",
    "cdn",
  ];
  const kinds = Array.from({ length: 100_000 }, () => {
    const text = Array.from({ length: 12 }, (_, i) =>
      i === 3 ? "{id}" : i === 8 ? "{n}" : stems[random.below(stems.length)]!,
    );
    const make = messageMaker(text.join(" "));
    return { program: programs[random.zipf(programs.length)]!, severity: [6, 6, 6, 5, 4, 3][random.below(6)]!, make };
  });
  return {
    next: (some) => kinds[some.zipf(kinds.length)]!,
    phrases: Array.from({ length: 24 }, (_, i) => `${stems[i]} ${stems[i + 24]}`),
  };
}

function syllable(random: Random): string {
  return `${"bdfgklmnprst"[random.below(12)]}${"aeiou"[random.below(5)]}${"lmnrs"[random.below(5)]}`;
}

/** Gives an event 200 keys: a third numbers, the others words of few values or of many. */
function wideTags(random: Random): string {
  let text = "";
  for (let i = 0; i < 186; i++) {
    const name = `key_${String(i).padStart(3, "0")}`;
    const value =
      i % 3 === 0 ? String(random.below(10 ** (1 + (i % 5)))) : `"v${random.below(i % 3 === 1 ? 20 : 5_000)}"`;
    text += `,"${name}":${value}`;
  }
  return text;
}
