import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { expect, test } from "vitest";
import type { Lane, UpkeepAnswer, UpkeepJob } from "../../../src/eventstore/catalog/upkeep-jobs.ts";
import type { EventStore } from "../../../src/eventstore/event-store.ts";
import { closeStopMs } from "../../../src/eventstore/limits.ts";
import { UpkeepThread } from "../../../src/eventstore/upkeep/upkeep-thread.ts";
import { patienceMs } from "../../support/patience.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import {
  commit,
  copyOf,
  doAllUpkeep,
  newFolder,
  openStore,
  type PatientStore,
  readAll,
} from "../../support/store/store-folder.ts";
import { UpkeepHere } from "../../support/store/upkeep-here.ts";
import { type Death, deathsFile } from "./mortal-upkeep.ts";

const mortal = fileURLToPath(new URL("./mortal-upkeep.ts", import.meta.url));
const nextDay = baseTime + 20_000_000;

/**
 * Lets the event loop tell of threads that ended. A store that never comes to rest must not keep the process for ever.
 */
async function settle(store: EventStore): Promise<void> {
  const end = performance.now() + patienceMs;
  while (store.doUpkeep(20)) {
    if (performance.now() > end) throw new Error("The store did not come to rest.");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Events of two days, eight seals, and repeats that come while something is under way. */
async function live(store: PatientStore): Promise<void> {
  for (let round = 0; round < 9; round++) {
    store.append(commit({ events: [event(`a${round}`, baseTime + round), event(`b${round}`, nextDay + round)] }));
    store.doUpkeep();
    store.append(commit({ repeats: [{ id: 1 + round, time: nextDay + 100 + round }] }));
    await settle(store);
  }
}

function logOf() {
  const lines: string[] = [];
  return { lines, log: pino({ level: "warn" }, { write: (line: string) => lines.push(line) }) };
}

test.each<[string, Death[]]>([
  ["before it divides the tail", [{ job: "divide", at: "begin" }]],
  ["before it writes a segment", [{ job: "build", at: "begin" }]],
  ["while it writes a segment", [{ job: "build", at: 1 }]],
  ["between writing a segment and saying so", [{ job: "build", at: "end" }]],
  ["before it makes a segment visible", [{ job: "apply", at: "begin" }]],
  ["between making a segment visible and saying so", [{ job: "apply", at: "end" }]],
  [
    "between adding to a day that has segments and saying so",
    [
      { job: "delete", at: "end" },
      { job: "divide", at: "begin" },
      { job: "apply", at: "end" },
    ],
  ],
  ["while it deletes a segment", [{ job: "delete", at: "end" }]],
  ["while it folds a log", [{ job: "fold", at: "end" }]],
  [
    "time and again",
    [
      { job: "apply", at: "end" },
      { job: "build", at: "end" },
      { job: "apply", at: "end" },
      { job: "delete", at: "begin" },
      { job: "build", at: 0 },
    ],
  ],
])(
  "when the upkeep thread dies %s, then its work is done again, nothing is lost or doubled, and the log says it",
  async (_, deaths) => {
    const folder = newFolder();
    writeFileSync(deathsFile(folder), JSON.stringify(deaths));
    const { lines, log } = logOf();
    const store = openStore(folder, { sealEvents: 1, log, upkeep: new UpkeepThread(folder, log, undefined, mortal) });
    const model = openStore(newFolder());
    await live(store);
    await live(model);
    expect(readAll(store)).toEqual(readAll(model));
    expect(store.status().tail.events).toBe(0);
    expect(lines.filter((line) => line.includes("its work is done again"))).toHaveLength(deaths.length);
    const crashed = openStore(copyOf(folder));
    expect(readAll(crashed)).toEqual(readAll(model));
    crashed.close();
    store.close();
    const again = openStore(folder);
    expect(readAll(again)).toEqual(readAll(model));
    again.close();
    model.close();
  },
);

test("when the upkeep thread dies whenever it begins, then intake goes on, sealing is parked and named, and it is done once the thread lives", async () => {
  const folder = newFolder();
  writeFileSync(deathsFile(folder), JSON.stringify(Array.from({ length: 99 }, () => ({ job: "divide", at: "begin" }))));
  const { log } = logOf();
  let nowMs = 0;
  const upkeep = new UpkeepThread(folder, log, undefined, mortal);
  const store = openStore(folder, { sealEvents: 1, log, upkeep, monotonicMs: () => nowMs });
  for (let pause = 0; pause < 4; pause++) {
    store.append(commit({ events: [event(`m${pause}`)] }));
    await settle(store);
    nowMs += 3_600_000;
  }
  expect(store.status().parked).toEqual([
    { job: "sealing", day: "", failures: 4, sinceMs: baseTime / 1000, error: expect.stringContaining("thread ended") },
  ]);
  expect(readAll(store)).toHaveLength(4);
  const again = openStore(copyOf(folder));
  expect(readAll(again)).toHaveLength(4);
  again.close();
  writeFileSync(deathsFile(folder), "[]");
  await settle(store);
  expect(store.status()).toMatchObject({ parked: [], tail: { events: 0 } });
  expect(readAll(store)).toHaveLength(4);
  store.close();
});

/** Says of the first jobs of a kind that they failed; `isDone`: although it did them. */
class Failing extends UpkeepHere {
  private readonly failures: UpkeepAnswer[] = [];

  constructor(
    folder: string,
    private readonly kind: UpkeepJob["kind"],
    public times: number,
    private readonly failure: "full" | "failed" | "broken",
  ) {
    super(folder);
  }

  override begin(lane: Lane, job: UpkeepJob): void {
    if (job.kind !== this.kind || this.times-- <= 0) super.begin(lane, job);
    else this.failures.push({ lane, failure: { kind: this.failure, message: "made up" } });
  }

  override take(): UpkeepAnswer | undefined {
    return this.failures.shift() ?? super.take();
  }
}

const kinds = ["divide", "build", "apply", "fold", "list", "delete"] as const;

test.each(kinds.flatMap((kind) => (["full", "failed"] as const).map((failure) => [kind, failure] as const)))(
  'when a job "%s" is answered "%s", then it is tried again after a pause and nothing is lost or doubled',
  (kind, failure) => {
    const folder = newFolder();
    let nowMs = 0;
    const { lines, log } = logOf();
    const upkeep = new Failing(folder, kind, 2, failure);
    const store = openStore(folder, { sealEvents: 1, log, upkeep, monotonicMs: () => nowMs });
    for (let round = 0; round < 9; round++) {
      store.append(commit({ events: [event(`m${round}`), event(`other day ${round}`, nextDay)] }));
      store.append(commit({ repeats: [{ id: 1, time: baseTime + 9 + round }] }));
      doAllUpkeep(store);
      nowMs += 10_000;
      doAllUpkeep(store);
    }
    // A day that cannot be sealed does not keep the other one waiting: they failed together.
    const isOfDays = failure === "failed" && (kind === "build" || kind === "apply");
    expect(lines.length).toBe(isOfDays ? 1 : 2);
    expect(store.status().tail.events).toBe(0);
    const events = readAll(store);
    expect(events.map(({ times }) => times.length)).toEqual([10, ...Array.from({ length: 17 }, () => 1)]);
    store.close();
    const again = openStore(folder);
    expect(readAll(again)).toEqual(events);
    again.close();
  },
);

/** Does one job of a kind and says that it failed. */
class Forgetful extends UpkeepHere {
  private changes = 0;
  private readonly applying = new Set<Lane>();

  constructor(
    folder: string,
    /** Which of the changes, counted from 1. */
    private readonly of: number,
  ) {
    super(folder);
  }

  override begin(lane: Lane, job: UpkeepJob): void {
    if (job.kind === "apply") this.applying.add(lane);
    super.begin(lane, job);
  }

  override take(): UpkeepAnswer | undefined {
    const answer = super.take();
    if (!answer || !this.applying.delete(answer.lane) || ++this.changes !== this.of) return answer;
    return { lane: answer.lane, failure: { kind: "failed", message: "nobody knows" } };
  }
}

test.each([
  ["a seal", 2],
  ["a compaction", 9],
])(
  "when it is not known whether %s became visible, then every event is there once at each moment from then on",
  (_, of) => {
    const folder = newFolder();
    let nowMs = 0;
    const { lines, log } = logOf();
    const store = openStore(folder, {
      sealEvents: 1,
      log,
      upkeep: new Forgetful(folder, of),
      monotonicMs: () => nowMs,
    });
    const expected: string[] = [];
    const look = () => {
      const crashed = openStore(copyOf(folder));
      expect(readAll(crashed).map(({ message }) => message)).toEqual(expected);
      doAllUpkeep(crashed);
      crashed.close();
    };
    for (let round = 0; round < 10; round++) {
      expected.push(`m${round}`);
      store.append(commit({ events: [event(`m${round}`, baseTime + round)] }));
      while (store.doUpkeep()) if (lines.length > 0) look();
      look();
      nowMs += 10_000;
      while (store.doUpkeep()) if (lines.length > 0) look();
      look();
    }
    expect(lines).toHaveLength(1);
    expect(readAll(store).map(({ message }) => message)).toEqual(expected);
    store.close();
    const again = openStore(folder);
    expect(readAll(again).map(({ message }) => message)).toEqual(expected);
    again.close();
  },
);

test("when the file of a day breaks each time that it is made, then the disk gets a pause, and nothing is lost", () => {
  const folder = newFolder();
  let nowMs = 0;
  const { lines, log } = logOf();
  const upkeep = new Failing(folder, "build", 4, "broken");
  const store = openStore(folder, { sealEvents: 1, log, upkeep, monotonicMs: () => nowMs });
  store.append(commit({ events: [event("one")] }));
  doAllUpkeep(store);
  expect(lines.filter((line) => line.includes("breaks each time"))).toHaveLength(1);
  expect(upkeep.times).toBe(0);
  nowMs += 10_000;
  doAllUpkeep(store);
  expect(store.status().tail.events).toBe(0);
  expect(readAll(store).map(({ message }) => message)).toEqual(["one"]);
  store.close();
});

test("when there is no room to write down repeats of sealed events, then they are written later, before the intake log forgets them", () => {
  const folder = newFolder();
  let nowMs = 0;
  const upkeep = new Failing(folder, "apply", 0, "full");
  const store = openStore(folder, { sealEvents: 1, upkeep, sealAfterSeconds: 1, monotonicMs: () => nowMs });
  store.append(commit({ events: [event("one")] }));
  doAllUpkeep(store);
  store.append(commit({ repeats: [{ id: 1, time: baseTime + 9 }] }));
  upkeep.times = 1;
  for (let round = 0; round < 3; round++) {
    nowMs += 10_000;
    doAllUpkeep(store);
  }
  expect(upkeep.times).toBeLessThan(0);
  const crashed = openStore(copyOf(folder));
  expect(readAll(crashed).map(({ times }) => times.length)).toEqual([2]);
  crashed.close();
  store.close();
  const again = openStore(folder);
  expect(readAll(again).map(({ times }) => times.length)).toEqual([2]);
  again.close();
});

test("when a note is due while work pauses for lack of room, then nobody is woken before the pause is over", () => {
  const folder = newFolder();
  let nowMs = 0;
  const upkeep = new Failing(folder, "build", 0, "full");
  const store = openStore(folder, { sealEvents: 1, upkeep, monotonicMs: () => nowMs });
  store.append(commit({ events: [event("one")] }));
  doAllUpkeep(store);
  upkeep.times = 1;
  store.append(commit({ events: [event("two", nextDay)] }));
  doAllUpkeep(store);
  nowMs = 1_000;
  expect(store.nextUpkeepMs()).toBe(9_000);
  store.close();
});

/** Answers nothing from its first background job on, until it was asked to stop and did not in time. */
class Late extends UpkeepHere {
  private lateUntil = Number.NEGATIVE_INFINITY;

  override begin(lane: Lane, job: UpkeepJob): void {
    if (lane === "background" && this.lateUntil < 0) this.lateUntil = Number.POSITIVE_INFINITY;
    super.begin(lane, job);
  }

  override stop(lane: Lane): void {
    this.lateUntil = Math.min(this.lateUntil, performance.now() + closeStopMs + 10);
    super.stop(lane);
  }

  override take(): UpkeepAnswer | undefined {
    return performance.now() < this.lateUntil ? undefined : super.take();
  }
}

test("when a job does not end in time at a close, then its late answer is taken for no other's", () => {
  const folder = newFolder();
  const store = openStore(folder, { sealEvents: 1, upkeep: new Late(folder) });
  store.append(commit({ events: [event("one")] }));
  for (let i = 0; i < 100; i++) store.doUpkeep();
  store.append(commit({ events: [event("two", nextDay)] }));
  store.close();
  const again = openStore(folder);
  expect(readAll(again).map(({ message }) => message)).toEqual(["one", "two"]);
  expect(again.status().tail.events).toBe(0);
  again.close();
});

test("when there is nothing to do any more, then a close leaves no file open", async () => {
  const folder = newFolder();
  const { log, lines } = logOf();
  const store = openStore(folder, { sealEvents: 1, upkeep: new UpkeepThread(folder, log) });
  store.append(commit({ events: [event("one")] }));
  await settle(store);
  store.close();
  expect(lines).toEqual([]);
  const again = openStore(folder);
  expect(readAll(again)).toHaveLength(1);
  again.close();
});
