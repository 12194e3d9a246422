import { BadEvent } from "../event/bad-event.ts";
import { repeatedBytesMax } from "../limits.ts";

/** Counts what records of one body or message share, once for each of them, so that a small body stays a small task. */
export class RepeatedBytes {
  #left = repeatedBytesMax;

  begin(): void {
    this.#left = repeatedBytesMax;
  }

  /** Why no further record can be taken, undefined while one can: to be asked before what it shares is read. */
  get excess(): BadEvent | undefined {
    return this.#left < 0 ? tooMany : undefined;
  }

  /** For each record: undefined if it can be taken, else why not. */
  take(bytes: number): BadEvent | undefined {
    this.#left -= bytes;
    return this.excess;
  }
}

const tooMany = new BadEvent(
  `What its records share makes the request more than ${repeatedBytesMax / 1024 / 1024} MiB: send fewer at a time.`,
);
