import { AppError } from "../lib/errors.ts";
import type { Feeds } from "./feeds.ts";
import type { FoundSource } from "./find-sources.ts";
import type { FingerprintedAnswer } from "./fingerprinted-answer.ts";
import { updateBytesMax } from "./limits.ts";
import { type Topic, writeError, writeRemoved, writeUpdate } from "./message.ts";
import type { Outbox } from "./outbox.ts";

/** One topic that a client watches: a question, or those of the widgets of a dashboard. */
export class Subscription {
  readonly #parts = new Map<number | undefined, Part>();

  readonly #feeds: Feeds;
  readonly #outbox: Outbox;
  /** Its only question has come to its end. */
  readonly #onEnd: (error: unknown) => void;
  /** For the log; returns the text for the client. */
  readonly #describe: (error: unknown) => { status: number; text: string };

  constructor(
    readonly topic: Topic,
    feeds: Feeds,
    outbox: Outbox,
    onEnd: (error: unknown) => void,
    describe: (error: unknown) => { status: number; text: string },
  ) {
    this.#feeds = feeds;
    this.#outbox = outbox;
    this.#onEnd = onEnd;
    this.#describe = describe;
  }

  get questions(): number {
    return this.#parts.size;
  }

  /** Watches these from now on. Throws `too_many`. */
  follow(found: readonly FoundSource[]): void {
    for (const part of [...this.#parts.keys()])
      if (!found.some((other) => other.part === part)) {
        this.#leave(part);
        if (part !== undefined) this.#outbox.answer(writeRemoved(this.topic, part));
      }
    for (const { part, source } of found) {
      if (source instanceof AppError) this.#refuse(part, source);
      else if (this.#parts.get(part)?.key !== source.key) {
        this.#leave(part);
        const watcher = {
          show: (finding: FingerprintedAnswer) => this.#show(part, finding),
          fail: (error: unknown) => this.#fail(part, error),
        };
        this.#parts.set(part, { key: source.key, stop: this.#feeds.watch(source, watcher) });
      }
    }
  }

  close(): void {
    for (const part of [...this.#parts.keys()]) this.#leave(part);
  }

  #leave(part: number | undefined): void {
    this.#parts.get(part)?.stop();
    this.#parts.delete(part);
    this.#outbox.drop(this.#keyOf(part));
  }

  /** Sends the same reason only once. */
  #refuse(part: number | undefined, error: AppError): void {
    const key = `refused: ${error.message}`;
    if (this.#parts.get(part)?.key === key) return;
    this.#leave(part);
    this.#parts.set(part, { key, stop: () => undefined });
    const { status, text } = this.#describe(error);
    this.#outbox.answer(writeError(this.topic, status, text, part));
  }

  #show(part: number | undefined, { record: { bytes, text } }: FingerprintedAnswer): void {
    const tooLong = () => `The results have ${bytes} bytes, more than the ${updateBytesMax} of an update.`;
    const message =
      bytes <= updateBytesMax ? writeUpdate(this.topic, text(), part) : writeError(this.topic, 413, tooLong(), part);
    this.#outbox.update(this.#keyOf(part), message);
  }

  #fail(part: number | undefined, error: unknown): void {
    if (part === undefined) this.#onEnd(error);
    else {
      const { status, text } = this.#describe(error);
      this.#leave(part);
      this.#outbox.answer(writeError(this.topic, status, text, part));
    }
  }

  #keyOf(part: number | undefined): string {
    return JSON.stringify([this.topic.thing, this.topic.id, part]);
  }
}

interface Part {
  /** Key of the source, or the reason why there is none. */
  key: string;
  stop(): void;
}
