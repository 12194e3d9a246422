import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { Random } from "./random.ts";

/** Events of one body, as shippers send them. */
const batchEvents = 1_000;

/** A file of bodies, one after the other. */
export interface Corpus {
  path: string;
  /** End of each body. */
  ends: number[];
  bytes: number;
}

/**
 * Writes events of the 24 hours before `until` (epoch seconds) as lines of JSON: hosts and paths by Zipf, 50,000
 * addresses, a unique field, fields that most events do not have, lognormal durations, 60 message templates, bursts,
 * duplicates, 20 events with a rare word. Another `seed` gives other ids.
 */
export function writeCorpus(path: string, events: number, until: number, seed = 20_240_229): Corpus {
  const file = openSync(path, "w");
  const ends: number[] = [];
  let bytes = 0;
  let lines: string[] = [];
  const flush = () => {
    bytes += writeSync(file, `${lines.join("\n")}\n`);
    ends.push(bytes);
    lines = [];
  };
  for (const line of eventLines(events, until, seed)) {
    lines.push(line);
    if (lines.length === batchEvents) flush();
  }
  if (lines.length > 0) flush();
  // Otherwise the system would write gigabytes of it while the service waits for its own syncs.
  fsyncSync(file);
  closeSync(file);
  return { path, ends, bytes };
}

export const rareWord = "kraken";
const rareEvents = 20;

function* eventLines(events: number, until: number, seed: number): Generator<string> {
  const random = new Random(seed);
  const rareEvery = Math.max(1, Math.floor(events / rareEvents));
  const begin = until - 86_400;
  let previous = "";
  for (let i = 0; i < events; i++) {
    // Every fiftieth event is repeated at once.
    if (i % 50 === 49) {
      yield previous;
      continue;
    }
    const time = begin + 86_400 * burst(i / events);
    const rare = i % rareEvery === rareEvery >> 1 ? ` ${rareWord}` : "";
    previous = eventLine(random, time, rare);
    yield previous;
  }
}

/** Time advances, but in each hour the events crowd together towards its middle. */
function burst(share: number): number {
  const hours = share * 24;
  const inside = hours - Math.floor(hours);
  return (Math.floor(hours) + inside + Math.sin(2 * Math.PI * inside) / 7) / 24;
}

const programs = ["nginx", "sshd", "api", "db", "cron", "kernel", "billing", "auth", "cache", "queue", "mail", "dns"];
const methods = ["GET", "GET", "GET", "POST", "PUT", "DELETE"];
const statuses = [200, 200, 200, 200, 200, 200, 204, 301, 304, 400, 401, 403, 404, 404, 500, 502, 503];
const severities = [6, 6, 6, 6, 6, 6, 5, 5, 4, 4, 3, 7];
const verbs = ["opened", "closed", "rejected", "timed out", "accepted", "retried"];
const nouns = ["session", "connection", "query", "request", "job", "lease", "socket", "message", "backup", "login"];

function eventLine(random: Random, time: number, rare: string): string {
  const severity = severities[random.below(severities.length)]!;
  const address = addressOf(random.below(50_000));
  const duration = random.lognormal(3.5, 1.2).toFixed(1);
  const some = (share: number, text: () => string) => (random.next() < share ? text() : "");
  return (
    `{"ts":${time.toFixed(3)},"host":"web-${String(random.zipf(300)).padStart(3, "0")}.example","program":"${programs[random.zipf(programs.length)]}",` +
    `"severity":${severity},"message":"${messageOf(random, address, duration)}${rare}","user_tags":{"src_ip":"${address}",` +
    `"status_code":${statuses[random.below(statuses.length)]},"method":"${methods[random.below(methods.length)]}","path":"/v1/${nouns[random.below(10)]}/${random.zipf(500)}",` +
    `"duration_ms":${duration},"bytes":${Math.round(random.lognormal(7, 2))},"request_id":"${random.hex(16)}"` +
    `${some(0.3, () => `,"user":"user${random.zipf(2_000)}"`)}${some(0.02, () => `,"error_code":"E${random.below(40)}"`)}}}`
  );
}

/** 60 templates: six verbs by ten nouns, some with more words than others. */
function messageOf(random: Random, address: string, duration: string): string {
  const verb = verbs[random.zipf(verbs.length)]!;
  const noun = nouns[random.zipf(nouns.length)]!;
  const detail = random.next() < 0.05 ? "connection refused by upstream" : "handled by worker";
  return `${noun} ${verb} for ${address} port ${1_024 + random.below(64_000)} ${detail} ${random.below(64)} after ${duration} ms`;
}

function addressOf(index: number): string {
  return `10.${index % 7}.${(index >> 8) & 255}.${index & 255}`;
}
