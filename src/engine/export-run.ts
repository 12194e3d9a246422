import type { Written } from "../document/output.ts";
import { ControlWords } from "../runtime/control-words.ts";

/** Writes one export in a worker thread that watches the control words. */
export type WriteExport = (control: SharedArrayBuffer) => Promise<Written>;

/** One export in work. */
export class ExportRun {
  /** Rejects with the failure, or at once with the reason why it was stopped. */
  readonly written: Promise<Written>;
  /** Resolves when the thread is free. */
  readonly ended: Promise<void>;
  readonly #control = new ControlWords();
  readonly #reject: (reason: Error) => void;

  constructor(write: WriteExport) {
    const { promise, resolve, reject } = Promise.withResolvers<Written>();
    this.written = promise;
    this.#reject = reject;
    // A rejection that nobody waits for is not an error.
    promise.catch(() => undefined);
    this.ended = write(this.#control.shared).then(resolve, reject);
  }

  /** Changes nothing when it is written. */
  stop(reason: Error): void {
    this.#control.stop();
    this.#reject(reason);
  }
}
