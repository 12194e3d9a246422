import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/errors.ts";
import { randomHex } from "../../lib/ids.ts";
import { CommandError } from "../command.ts";
import { RequestError } from "../http-client.ts";
import type { Destination } from "../import/destination.ts";
import { batchCharactersMax, batchEventsMax } from "../import/limits.ts";
import type { FollowedFiles } from "./followed-files.ts";
import type { ShippedEvent } from "./follower.ts";
import type { JournalEntry, JournalReader } from "./journal-reader.ts";
import { discoverMs, pollMs, retryMsMax, retryMsMin } from "./limits.ts";
import type { ShipState } from "./ship-state.ts";

export interface ShipperParts {
  files: FollowedFiles;
  journal: JournalReader | undefined;
  destination: Pick<Destination, "send">;
  state: ShipState;
  tell(text: string): void;
  signal: AbortSignal;
}

/** The lines that were read, and their results. */
export interface ShipTotals {
  stored: number;
  refused: number;
}

/**
 * Sends new content of files and of the journal, one batch at a time: nothing further is read while one is on its way,
 * so memory is bounded and a slow service slows the reading. The state advances when the service confirms that it has
 * stored them.
 */
export class Shipper {
  readonly totals: ShipTotals = { stored: 0, refused: 0 };
  readonly #parts: ShipperParts;
  #batch: ShippedEvent[] = [];
  #entries: JournalEntry[] = [];
  #characters = 0;
  /** Names the batches of this run in the service. */
  readonly #run = `ship-${randomHex(8)}`;
  #batches = 0;

  constructor(parts: ShipperParts) {
    this.#parts = parts;
  }

  /** Runs until the signal; `once`: until nothing is new. Throws CommandError when the service will never accept it. */
  async run(once = false): Promise<void> {
    const { files, journal, signal } = this.#parts;
    let discoveredMs = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      if (performance.now() - discoveredMs >= discoverMs) {
        files.discover();
        discoveredMs = performance.now();
      }
      if (await this.pass(once)) continue;
      if (once && !files.isUndecided && journal?.isAtEnd !== false) return;
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Sends some of everything that is new; false: nothing was. `isLast`: nobody waits for the rest of an event. */
  async pass(isLast: boolean): Promise<boolean> {
    const { files, journal } = this.#parts;
    let events = 0;
    for await (const some of files.read(() => this.#send(), isLast)) {
      events += some.length;
      for (const event of some) await this.#add(event);
    }
    const entries = journal?.take() ?? [];
    for (const entry of entries) await this.#add(entry);
    await this.#send();
    return events + entries.length > 0 || files.hadNews;
  }

  async #add(event: ShippedEvent | JournalEntry): Promise<void> {
    if ("file" in event) this.#batch.push(event);
    else this.#entries.push(event);
    this.#characters += event.json.length;
    const count = this.#batch.length + this.#entries.length;
    if (count >= batchEventsMax || this.#characters >= batchCharactersMax) await this.#send();
  }

  /** Ends when it is stored, or at the signal: then the next start reads it again. */
  async #send(): Promise<void> {
    const events = [...this.#batch, ...this.#entries];
    if (events.length === 0) return;
    const lines = events.map((event) => ({ file: "file" in event ? event.file.state.path : "journal", line: 0 }));
    const body = `${events.map(({ json }) => json).join("\n")}\n`;
    this.#batches++;
    const key = `${this.#run}.${this.#batches}-${this.#batches}`;
    const { state } = this.#parts;
    const begun = this.#batch.filter(({ file }) => file.state.offset === 0);
    for (const { file, end } of lastOfEach(begun)) file.noteFirst(end);
    // On disk before it is sent: after a kill nobody knows whether it is stored.
    if (begun.length > 0 || this.#batch.some(({ file, end }) => file.state.pausedAt === end)) state.save();
    if (!(await this.#deliver({ body, lines, key }))) return;
    for (const { file, end } of lastOfEach(this.#batch)) {
      file.noteStored(end);
      state.setFile(file.state);
    }
    const last = this.#entries.at(-1);
    if (last !== undefined) state.cursor = last.cursor;
    state.save();
    this.#batch = [];
    this.#entries = [];
    this.#characters = 0;
  }

  async #deliver(batch: Parameters<Destination["send"]>[0]): Promise<boolean> {
    const { destination, tell, signal } = this.#parts;
    for (let waitMs = retryMsMin; !signal.aborted; waitMs = Math.min(waitMs * 2, retryMsMax)) {
      try {
        const { accepted, rejectedCount, rejected } = await destination.send(batch);
        this.totals.stored += accepted;
        this.totals.refused += rejectedCount;
        for (const { index, error } of rejected.slice(0, 3)) tell(`${batch.lines[index]?.file}: refused: ${error}`);
        return true;
      } catch (error) {
        if (!mayPass(error)) throw error;
        tell(`${messageOf(error)} Trying again.`);
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }
}

/** The last event of each file. */
function lastOfEach(events: readonly ShippedEvent[]): Iterable<ShippedEvent> {
  return new Map(events.map((event) => [event.file, event])).values();
}

/** A wrong token or address is for people to mend. */
function mayPass(error: unknown): boolean {
  if (error instanceof RequestError) return error.status === 0 || error.status === 429 || error.status >= 500;
  return !(error instanceof CommandError);
}
