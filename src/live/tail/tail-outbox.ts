import type { TimeSource } from "../../engine/time-source.ts";
import { stallMs, waitingBytesMax } from "./limits.ts";

/**
 * Server-sent events for one client of a live tail, sent as fast as it reads. Events that find no room are counted, and
 * the count is sent in their place.
 */
export class TailOutbox {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #time: TimeSource;
  /** Nobody reads any more. */
  readonly #onGone: () => void;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** Events for which there was no room; undefined: the number is unknown. */
  #missed: number | undefined = 0;
  #isEnded = false;
  #takenMs: number;
  #wake: () => void = () => undefined;

  constructor(time: TimeSource, onGone: () => void) {
    this.#time = time;
    this.#onGone = onGone;
    this.#takenMs = time.monotonicMs();
    this.stream = new ReadableStream(
      { pull: (controller) => this.#give(controller), cancel: () => this.#leave() },
      { highWaterMark: 0 },
    );
  }

  /** One event, or the notice that stands for `events` events. */
  send(name: string, id: number | undefined, json: string): void {
    const frame = frameOf(name, id, json);
    if (this.#waitingBytes + frame.length > waitingBytesMax) this.miss(1);
    else {
      this.#tellMissed();
      this.#push(frame);
    }
  }

  /** Undefined: the number is unknown. */
  miss(count: number | undefined): void {
    this.#missed = this.#missed === undefined || count === undefined ? undefined : this.#missed + count;
    // The reader has everything before.
    if (this.#waitingBytes === 0) this.#tellMissed();
  }

  /** Shows that the connection lives, and up to which event all were checked. */
  beat(id: number): void {
    if (this.#waitingBytes > 0) {
      if (this.#time.monotonicMs() - this.#takenMs > stallMs) this.#cut();
    } else this.#push(`id: ${id}\n\n`);
  }

  end(reason: string): void {
    if (this.#isEnded) return;
    this.#tellMissed();
    this.#push(frameOf("end", undefined, JSON.stringify({ reason })));
    this.#isEnded = true;
    this.#wake();
  }

  #push(frame: string): void {
    if (this.#isEnded) return;
    if (this.#waitingBytes === 0) this.#takenMs = this.#time.monotonicMs();
    this.#waiting.push(frame);
    this.#waitingBytes += frame.length;
    this.#wake();
  }

  #tellMissed(): void {
    if (this.#missed === 0) return;
    const count = this.#missed ?? null;
    this.#missed = 0;
    this.#push(frameOf("missed", undefined, JSON.stringify({ count })));
  }

  async #give(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    while (this.#waiting.length === 0 && !this.#isEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#takenMs = this.#time.monotonicMs();
    const text = this.#waiting.splice(0).join("");
    this.#waitingBytes = 0;
    this.#tellMissed();
    if (text !== "") controller.enqueue(new TextEncoder().encode(text));
    if (this.#isEnded && this.#waiting.length === 0) controller.close();
  }

  #cut(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#leave();
  }

  #leave(): void {
    this.#isEnded = true;
    this.#wake();
    this.#onGone();
  }
}

function frameOf(name: string, id: number | undefined, json: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${json}\n\n`;
}
