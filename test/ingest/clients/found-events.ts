import { expect } from "vitest";
import { until } from "../../support/patience.ts";
import type { Service } from "../../support/service/start-service.ts";

/** How many events each client sends. */
export const sentCount = 10_000;

/** A name that no index, label or protocol of others would give a field. */
export const oddName = "odd na-me.größe";

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

/** All with the texts they were sent with, from `client-host`, and just now; `tagOf`: its odd tag, if it has one. */
export function expectAll(events: readonly FoundEvent[], severity = "ERROR", tag: string | null = oddName): void {
  const messages = events.map(({ message }) => message);
  expect(messages.sort()).toEqual(Array.from({ length: sentCount }, (_, index) => messageOf(index)).sort());
  const nowSeconds = Date.now() / 1000;
  const isRight = (event: FoundEvent) => {
    const [, index] = /^line (\d+)/.exec(event.message)!;
    return (
      event.host === "client-host" &&
      event.severity_name === severity &&
      Math.abs(event.first_occurrence - nowSeconds) < 600 &&
      (tag === null || event.user_tags[tag] === index)
    );
  };
  const wrong = events.filter((event) => !isRight(event));
  expect([wrong.length, wrong[0]]).toEqual([0, undefined]);
}
