import { join } from "node:path";
import type { StoreStatus } from "../eventstore/event-store.ts";
import type { Snapshot } from "../eventstore/snapshot.ts";
import { sealAttemptsMax } from "./limits.ts";
import { syntheticBody } from "./synthetic-events.ts";
import type { AskedQuestion } from "./typical-questions.ts";
import type { Workload } from "./workload.ts";

/** A store of its own with the road that leads to it: Intake of src/ingest/intake.ts without the thread. */
export interface ScratchStore {
  /** A body of `POST /incoming`; resolves when its events are on disk. */
  deliver(body: Uint8Array<ArrayBuffer>): Promise<{ accepted: number; duplicates: number }>;
  snapshot(): Promise<Snapshot>;
  release(lease: number): void;
  status(): Promise<StoreStatus>;
  /** Seals for up to a second, then closes the files. */
  close(): Promise<void>;
}

/** The real ones of the house, which the entry of the thread brings together. */
export interface ScratchTools {
  openStore(eventsFolder: string): ScratchStore;
  /** Answers in this thread, from the snapshot. */
  ask(question: AskedQuestion, snapshot: Snapshot): { rowsRead: number };
}

/** The store of one test in its folder; closed when the work is done, however it ends. */
export async function withScratchStore<Value>(
  folder: string,
  tools: ScratchTools,
  work: (scratch: OpenScratch) => Promise<Value>,
): Promise<Value> {
  const scratch = new OpenScratch(join(folder, "events"), tools);
  try {
    return await work(scratch);
  } finally {
    await scratch.close();
  }
}

export class OpenScratch {
  written = 0;
  #store: ScratchStore;

  constructor(
    private readonly eventsFolder: string,
    private readonly tools: ScratchTools,
  ) {
    this.#store = tools.openStore(eventsFolder);
  }

  /** One delivery; gives the milliseconds until it was on disk. Making the events up is not counted. */
  async write(count: number, messageBytes: number, workload: Workload): Promise<number> {
    const body = syntheticBody(this.written, count, messageBytes);
    const { value, ms } = await workload.measure(() => this.#store.deliver(body));
    if (value.accepted !== count || value.duplicates !== 0)
      throw new Error(`Expected ${count} new events to be stored, got ${JSON.stringify(value)}.`);
    this.written += count;
    return ms;
  }

  /** Bytes that one event takes in sealed files, once all of them are. */
  async bytesPerEvent(workload: Workload): Promise<number> {
    for (let attempt = 0; attempt < sealAttemptsMax; attempt++) {
      workload.check();
      await this.#reopen();
      const { tail, days } = await this.#store.status();
      if (tail.events > 0) continue;
      return days.reduce((sum, { bytes }) => sum + bytes, 0) / days.reduce((sum, { events }) => sum + events, 0);
    }
    throw new Error(`${this.written} events were not sealed after ${sealAttemptsMax} s.`);
  }

  async ask(question: AskedQuestion): Promise<{ rowsRead: number }> {
    const snapshot = await this.#store.snapshot();
    try {
      return this.tools.ask(question, snapshot);
    } finally {
      this.#store.release(snapshot.lease);
    }
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #reopen(): Promise<void> {
    await this.#store.close();
    this.#store = this.tools.openStore(this.eventsFolder);
  }
}
