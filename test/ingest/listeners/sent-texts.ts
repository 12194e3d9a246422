import { isDeepStrictEqual } from "node:util";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { Listening } from "./listening.ts";

/** What each client sends, one text an event. */
export const texts = Array.from({ length: 10_000 }, (_, index) => `number ${index}: größe, 日本語, 😀, "quoted" 50%`);

/** The same events with fields beside the text, told to each client in its own words. */
export interface Fields {
  host: string;
  program: string;
  /** 0 to 7. */
  severity: number;
  timeMs: number;
  tags: Record<string, string>;
}

/** Every other one is from the first year of the century. */
export const timeOf = (index: number) => (index % 2 === 0 ? Date.UTC(2026, 5, 1) : Date.UTC(2001, 1, 3)) + index * 7;
export const severityOf = (index: number) => [7, 6, 4, 3, 2][index % 5]!;

/** What was stored otherwise than `fieldsOf` says; `events` in the order of the texts. */
export function differences(events: readonly StoredEvent[], fieldsOf: (index: number) => Fields): unknown[] {
  return events.flatMap(({ host, program, severity, times, tags }, index) => {
    const timeMs = times[0]! / 1000;
    const [found, wanted] = [
      { host, program, severity, timeMs, tags: Object.fromEntries(pairsOf(tags)) },
      fieldsOf(index),
    ];
    return isDeepStrictEqual(found, wanted) ? [] : [{ found, wanted }];
  });
}

const startedMs = Date.now();

/** Host, program, severity, facility and tags of all, each combination once; and whether all are of this run. */
export function headsOf(events: readonly StoredEvent[]): unknown[] {
  const heads = events.map(({ host, program, severity, facility, times, tags }) => {
    const timeMs = times[0]! / 1000;
    // Half of the forms tell whole seconds, and the clocks of two processes differ by milliseconds.
    const isOfNow = timeMs > startedMs - 1_000 && timeMs < Date.now() + 1_000;
    return JSON.stringify([host, program, severity, facility, Object.fromEntries(pairsOf(tags)), isOfNow]);
  });
  return [...new Set(heads)].map((head) => JSON.parse(head));
}

function pairsOf(tags: readonly string[]): [name: string, value: string][] {
  return tags.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, tags[at + 1]!]] : []));
}

export async function storedBy(listening: Listening): Promise<number> {
  return (await listening.intake.status()).stored;
}

/** What came since there were so many: in the order of its messages, so that datagrams may overtake each other. */
export async function cameSince(listening: Listening, before: number, count = texts.length) {
  const events = (await listening.events(before + count)).slice(before);
  return events.sort((a, b) => numberOf(a.message) - numberOf(b.message));
}

function numberOf(message: string): number {
  return Number(/number (\d+)/.exec(message)?.[1]);
}
