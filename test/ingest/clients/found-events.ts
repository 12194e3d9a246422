import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { until } from "../../support/patience.ts";
import type { Service } from "../../support/service/start-service.ts";
import { messageOf, sentCount, severityOf, storedTags, timeOf } from "./odd-events.ts";

export interface FoundEvent {
  message: string;
  host: string;
  severity_name: string;
  facility_name: string;
  first_occurrence: number;
  user_tags: Record<string, string>;
}

/** What is stored of a program, at most as many as are sent. */
export async function eventsOf(service: Service, program: string): Promise<FoundEvent[]> {
  return (await ask(service, program, sentCount)).events.objects;
}

/** The same once all that was sent is there, for senders that do not tell when it is. */
export async function comeFrom(service: Service, program: string, count = sentCount): Promise<FoundEvent[]> {
  // Thousands of events take longer to show than to count.
  const hasCome = async () => (await ask(service, program, 1)).totals.count >= count;
  await until(hasCome, `${count} events of ${program} are found`);
  return eventsOf(service, program);
}

interface Found {
  totals: { count: number };
  events: { objects: FoundEvent[] };
}

async function ask(service: Service, program: string, pageSize: number): Promise<Found> {
  const time_range = { ts_from: 1, ts_to: Math.ceil(Date.now() / 1000) + 1 };
  const params = { time_range, filter: [{ field: "program", value: program }], page_size: pageSize };
  return (await service.call("POST", "/api/query", { body: { type: "Search", params } })).body.results;
}

export interface Expected {
  /** Likewise by index. */
  severity?(index: number): string;
  /** All that each has; by default odd ones. */
  tags?(index: number): Record<string, string>;
  /** Names of tags that the client adds by itself. */
  own?: readonly string[];
  /** Milliseconds since 1970 that the first one says; `timeOf` says those of the others. */
  baseMs?: number;
  /** Where the client sets the times: between this and now. */
  sinceMs?: number;
}

/** All with the texts they were sent with, from `client-host`, each with its time, its severity and just its tags. */
export function expectAll(events: readonly FoundEvent[], expected: Expected): void {
  const { severity = severityOf, tags = storedTags, own = [], baseMs, sinceMs = 0 } = expected;
  const left = new Set(Array.from({ length: sentCount }, (_, index) => messageOf(index)));
  const strange = events.filter(({ message }) => !left.delete(message));
  expect([left.size, [...left][0], strange[0]]).toEqual([0, undefined, undefined]);
  const nowMs = Date.now();
  const differences = events.flatMap((event) => {
    const index = Number(/^line (\d+)/.exec(event.message)![1]);
    const ms = event.first_occurrence * 1000;
    const isInTime = ms >= sinceMs - 1 && ms <= nowMs;
    const wanted = {
      ...{ host: "client-host", severity: severity(index), tags: tags(index) },
      time: baseMs === undefined ? isInTime : timeOf(baseMs, index),
    };
    const found = {
      ...{ host: event.host, severity: event.severity_name, tags: without(event.user_tags, own) },
      time: baseMs === undefined ? true : Math.round(ms),
    };
    return isDeepStrictEqual(found, wanted) ? [] : [{ index, found, wanted }];
  });
  expect([differences.length, differences[0]?.found]).toEqual([0, differences[0]?.wanted]);
}

function without(tags: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => !names.includes(name)));
}
