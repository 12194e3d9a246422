import { expect, test } from "vitest";
import { createAbsenceWatch } from "../../src/engine/triggers/absence-watch.ts";
import { createLog } from "../../src/lib/log.ts";
import { until } from "../support/patience.ts";

const nowMs = 1_800_000_000_000;
const hour = 3_600;

/** A watch of one trigger for hosts, known for an hour, over a store that says when its last event came. */
function openWatch({
  lastEvent,
  fields = {},
  isStopped = () => false,
  isWritable = () => true,
  afterStart = 10_000,
  hasRoom = () => true,
  silentSince,
}: {
  lastEvent: number;
  fields?: object;
  isStopped?: () => boolean;
  isWritable?: () => boolean;
  afterStart?: number;
  hasRoom?: () => boolean;
  /** When a host was seen last, in seconds from the start on; undefined: there is none. */
  silentSince?: number;
}) {
  let clockMs = nowMs;
  const store = { lastEvent, hosts: [] as string[], silentSince };
  let onAsked = (): void => undefined;
  /** Begins of the ranges asked for, in seconds from then on. */
  const asked: number[] = [];
  const errors: string[] = [];
  const messages: string[] = [];
  const told: object[] = [];
  /** Times of looks that were stored. */
  const kept: number[] = [];
  const row = (value: string) => ({ triggerId: 1, value, lastSeen: null, toldAt: 1, isShared: false });
  const answer = (results: object, stopped = false) => ({ results: Buffer.from(JSON.stringify(results)), stopped });
  const ask = async ({ type, params }: { type: string; params: { time_range: { ts_from: number } } }) => {
    if (type === "Search")
      return answer({ events: { objects: [{ last_occurrence: nowMs / 1000 + store.lastEvent }] } });
    asked.push(params.time_range.ts_from - clockMs / 1000);
    const last_seen = nowMs / 1000 + (store.silentSince ?? 0);
    const isInside = store.silentSince !== undefined && last_seen >= params.time_range.ts_from;
    onAsked();
    return answer({ totals: { values: isInside ? [{ name: "web", last_seen }] : [] } }, isStopped());
  };
  const trigger = {
    ...{ id: 7, ownerId: 1, createdAt: 1, updatedAt: 1, lookedAt: null, filter: [], quietHours: [], maintenance: [] },
    absence: { seconds: 5, field: "host", known_within: hour },
    ...fields,
  };
  const watch = createAbsenceWatch({
    engine: { ask },
    triggers: {
      listWaiting: () => [{ trigger, hosts: store.hosts }],
      noteLooks: (looks: { at: number }[]) => void kept.push(...looks.map(({ at }) => at)),
      noteError: (_: number, error: string) => {
        if (!isWritable()) throw new Error("database or disk is full");
        errors.push(error);
      },
    },
    absences: {
      list: () => told,
      trim: () => undefined,
      add: () => void told.push(row("web")),
      remove: () => undefined,
    },
    actions: {
      hasRoom,
      accept: () => undefined,
      carryOut: ({ event }: { event: { host: string } }, also: () => void) => {
        also();
        return messages.push(event.host) > 0;
      },
    },
    isDiskFull: () => false,
    log: createLog("silent"),
    clock: () => clockMs,
  } as unknown as Parameters<typeof createAbsenceWatch>[0]);
  // Behind its grace, unless told otherwise.
  clockMs += afterStart;
  watch.follow();
  const passGrace = () => {
    clockMs = nowMs + 10_000;
  };
  const hear = (listener: () => void) => {
    onAsked = listener;
  };
  return { watch, asked, errors, messages, kept, store, passGrace, hear };
}

test("when what was missed in a long stop takes too long to find, then that is told, and the next look is a usual one", async () => {
  let looks = 0;
  const { watch, asked, errors } = openWatch({ lastEvent: -2_400 * hour, isStopped: () => ++looks === 1 });
  await until(() => asked.length > 1, "it is looked a second time");
  watch.close();
  expect(asked[0]).toBeLessThan(-2_400 * hour);
  expect(asked[1]).toBeGreaterThan(-hour - 60);
  expect(errors).toEqual(["The search for absent events took too long."]);
});

test("when the service is started anew in quiet times, then who fell silent since their begin is missed, too", async () => {
  const now = nowMs / 1000;
  const maintenance = [{ title: "", from: now - 5 * hour, to: now + 5 }];
  const { watch, asked } = openWatch({ lastEvent: -60, fields: { maintenance } });
  await until(() => asked.length > 0, "it is looked");
  watch.close();
  expect(asked[0]).toBeLessThan(-6 * hour);
  expect(asked[0]).toBeGreaterThan(-7 * hour);
});

test("when others send what they kept back during a stop before it is looked, then who was silent since the stop is missed", async () => {
  const { watch, asked, store, passGrace } = openWatch({ lastEvent: -60 * hour, afterStart: 0 });
  // Events of the stop come in within the grace.
  await Promise.resolve();
  store.lastEvent = -1;
  passGrace();
  await until(() => asked.length > 0, "it is looked");
  watch.close();
  expect(asked[0]).toBeLessThan(-60 * hour);
});

test("when an error cannot be kept since the disk is full, then the looks go on", async () => {
  let looks = 0;
  const { watch, asked, errors } = openWatch({
    ...{ lastEvent: -hour, isWritable: () => looks > 1, isStopped: () => ++looks <= 2 },
  });
  await until(() => asked.length > 2, "it is looked a third time");
  watch.close();
  expect(errors).toHaveLength(1);
});

test("when there is no room for a message, then who is missing is told as soon as there is, and not forgotten", async () => {
  let looks = 0;
  const { watch, asked, messages } = openWatch({
    ...{ lastEvent: -60 * hour, silentSince: -61 * hour, hasRoom: () => ++looks > 2 },
  });
  await until(() => messages.length > 0, "it is told");
  watch.close();
  expect([messages, asked.length]).toEqual([["web"], 3]);
});

test("when it is started twice within the grace, then who fell silent before the first start is missed", async () => {
  const stored = { lookedAt: nowMs / 1000 - 60 * hour };
  const events = { lastEvent: -60, silentSince: -60.5 * hour };
  const first = openWatch({ ...events, fields: stored, afterStart: 0 });
  first.watch.close();
  expect(first.kept).toEqual([]);
  const { watch, messages, kept } = openWatch({ ...events, fields: stored });
  await until(() => messages.length > 0, "it is told");
  watch.close();
  expect(messages).toEqual(["web"]);
  expect(kept.at(-1)).toBe(nowMs / 1000 + 10);
});

test("when its owner may see other hosts while the store is asked, then what was found among the former is not told", async () => {
  const { watch, asked, messages, store, hear } = openWatch({ lastEvent: -60, silentSince: -60 });
  hear(() => {
    store.hosts = ["db*"];
    store.silentSince = undefined;
    watch.follow();
  });
  await until(() => asked.length > 1, "it is looked again");
  watch.close();
  expect(messages).toEqual([]);
});
