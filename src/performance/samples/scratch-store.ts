import { join } from "node:path";
import type { StoreStatus } from "../../eventstore/event-store.ts";
import type { Snapshot } from "../../eventstore/snapshot.ts";
import type { AskedQuestion } from "../typical-questions.ts";
import type { Workload } from "../workload.ts";

/** A store of its own with the path to it: Intake of src/ingest/intake.ts without the thread. */
export interface ScratchStore {
  /** A body of `POST /incoming`; resolves when its events are on disk. */
  deliver(body: Uint8Array<ArrayBuffer>): Promise<{ accepted: number }>;
  snapshot(): Promise<Snapshot>;
  release(lease: number): void;
  status(): Promise<StoreStatus>;
  /** Parser rules that are in force. */
  ruleCount(): Promise<number>;
  /** Seals for a moment, then closes the files. */
  close(): Promise<void>;
}

/** The service's own parts, which the entry of the thread brings together. */
export interface ScratchTools {
  /** `toSeal`: nothing will be delivered, so earlier events need not be known again. */
  openStore(eventsFolder: string, toSeal?: boolean, sealEventsMax?: number): ScratchStore;
  /** Answers in this thread, from the snapshot. */
  ask(question: AskedQuestion, snapshot: Snapshot): { rowsRead: number };
}

/** The store of one test in its folder; closed when the work is done, whatever its end. */
export async function withScratchStore<Value>(
  folder: string,
  tools: ScratchTools,
  work: (scratch: OpenScratch) => Promise<Value>,
): Promise<Value> {
  const scratch = new OpenScratch(join(folder, "events"), tools);
  try {
    // Reads rules now, not while the first delivery is measured.
    await scratch.ruleCount();
    return await work(scratch);
  } finally {
    await scratch.close();
  }
}

export class OpenScratch {
  written = 0;
  #store: ScratchStore;

  readonly #eventsFolder: string;
  readonly #tools: ScratchTools;

  constructor(eventsFolder: string, tools: ScratchTools) {
    this.#eventsFolder = eventsFolder;
    this.#tools = tools;
    this.#store = tools.openStore(eventsFolder);
  }

  /**
   * Writes deliveries of `eventsOfEach` events at the same time; resolves to the milliseconds until the last was on
   * disk.
   */
  async write(bodies: readonly Uint8Array<ArrayBuffer>[], eventsOfEach: number, workload: Workload): Promise<number> {
    const deliver = () => Promise.all(bodies.map((body) => this.#store.deliver(body)));
    const { value, ms } = await workload.measure(deliver);
    for (const { accepted } of value)
      if (accepted !== eventsOfEach) throw new Error(`Expected ${eventsOfEach} events to be stored, got ${accepted}.`);
    this.written += eventsOfEach * bodies.length;
    return ms;
  }

  /**
   * Waits until at most this many events are left to seal, as the store does by itself; returns the milliseconds it
   * took.
   */
  async sealDue(events: number, workload: Workload): Promise<number> {
    const startMs = performance.now();
    while ((await this.#store.status()).tail.events > events) {
      workload.check();
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
    return performance.now() - startMs;
  }

  /**
   * Seals everything, as the store does by itself when its tail is full; returns the bytes that one event takes then
   * (null: the parser rules dropped all). Closing is not enough: it seals for a moment only, and drops unfinished
   * segments.
   */
  async seal(workload: Workload): Promise<number | null> {
    await this.#store.close();
    this.#store = this.#tools.openStore(this.#eventsFolder, true, 1);
    await this.sealDue(0, workload);
    const { days } = await this.#store.status();
    const events = days.reduce((sum, day) => sum + day.events, 0);
    return events === 0 ? null : days.reduce((sum, { bytes }) => sum + bytes, 0) / events;
  }

  async ask(question: AskedQuestion): Promise<{ rowsRead: number }> {
    const snapshot = await this.#store.snapshot();
    try {
      return this.#tools.ask(question, snapshot);
    } finally {
      this.#store.release(snapshot.lease);
    }
  }

  ruleCount(): Promise<number> {
    return this.#store.ruleCount();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

const lookMs = 5;
