import { BadEvent } from "../event/bad-event.ts";
import { sharedBytesMax } from "../limits.ts";

/** Counts what records of one delivery share, once for each of them, so that a small body stays a small task. */
export class SharedBytes {
  #left = sharedBytesMax;

  begin(): void {
    this.#left = sharedBytesMax;
  }

  /** For each record: undefined while it may be taken, else why not. */
  take(bytes: number): BadEvent | undefined {
    this.#left -= bytes;
    return this.#left < 0 ? tooMany : undefined;
  }
}

const tooMany = new BadEvent(
  `What its records share makes the request more than ${sharedBytesMax / 1024 / 1024} MiB: send fewer at a time.`,
);
