import { expect } from "vitest";
import { until } from "../../support/patience.ts";
import type { Service } from "../../support/service/start-service.ts";

/** How many events each client sends. */
export const sentCount = 10_000;

/** Tags with names that no index, label or protocol of others would give a field, and values that need care. */
export function oddTags(index: number): Record<string, string | number> {
  return { "odd na-me.größe": index, 'say "hi"\\': `"q" \\ ü\n${index}`, 日本語: "値 😀" };
}

/** When an event says that it was, in milliseconds; `baseMs`: the first one's. */
export function timeOf(baseMs: number, index: number): number {
  return baseMs + index;
}

export interface FoundEvent {
  message: string;
  host: string;
  severity_name: string;
  facility_name: string;
  first_occurrence: number;
  user_tags: Record<string, string>;
}

export function messageOf(index: number): string {
  return `line ${index} with ünïcode ☃ 😀\n  and a second line`;
}

/** What is stored of a program, at most as many as are sent. */
export async function eventsOf(service: Service, program: string): Promise<FoundEvent[]> {
  const params = { filter: [{ field: "program", value: program }], page_size: sentCount };
  const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
  return body.results.events.objects;
}

/** The same once all that was sent is there, for senders that do not tell when it is. */
export async function comeFrom(service: Service, program: string, count = sentCount): Promise<FoundEvent[]> {
  let seen = -1;
  let askedMs = Number.NEGATIVE_INFINITY;
  let events: FoundEvent[] = [];
  const hasCome = async () => {
    const { body } = await service.call("GET", "/api/system");
    // A question costs more than a count, so it is asked when there is something new. What is counted may be seen a
    // little later: now and then it is asked all the same.
    if (body.stored !== seen || performance.now() - askedMs > 1_000) {
      events = await eventsOf(service, program);
      askedMs = performance.now();
    }
    seen = body.stored;
    return events.length >= count;
  };
  await until(hasCome, `${count} events of ${program} are found`);
  return events;
}

export interface Expected {
  severity?: string;
  /** What each has beside its own; by default odd ones. */
  tags?(index: number): Record<string, string | number>;
  /** Milliseconds since 1970 that the first one says; the others follow each a millisecond later. */
  baseMs?: number;
  /** Where the client sets the times: between this and now. */
  sinceMs?: number;
}

/** All with the texts they were sent with, from `client-host`, each with its time and its tags. */
export function expectAll(events: readonly FoundEvent[], expected: Expected): void {
  const { severity = "ERROR", tags = oddTags, baseMs, sinceMs = 0 } = expected;
  const messages = events.map(({ message }) => message);
  expect(messages.sort()).toEqual(Array.from({ length: sentCount }, (_, index) => messageOf(index)).sort());
  const nowMs = Date.now();
  const isRight = (event: FoundEvent) => {
    const index = Number(/^line (\d+)/.exec(event.message)![1]);
    const ms = event.first_occurrence * 1000;
    const isTime = baseMs === undefined ? ms >= sinceMs - 1 && ms <= nowMs : Math.round(ms) === timeOf(baseMs, index);
    const hasTags = Object.entries(tags(index)).every(([name, value]) => event.user_tags[name] === String(value));
    return event.host === "client-host" && event.severity_name === severity && isTime && hasTags;
  };
  const wrong = events.filter((event) => !isRight(event));
  expect([wrong.length, wrong[0]]).toEqual([0, undefined]);
}
