import { unwaited } from "../runtime/unwaited.ts";
import { longRestMs, restMs } from "./limits.ts";

/** Notices when the threads of a pool have nothing to do any more after they had. */
export class Rest {
  #hasWorked = false;
  #cancel: (() => void) | undefined;
  readonly #onRest: (isLong: boolean) => void;
  readonly #after: typeof unwaited;

  /** `onRest` is called twice in a rest that lasts: soon, and when it is long. `after`: tests have their own. */
  constructor(onRest: (isLong: boolean) => void, after = unwaited) {
    this.#onRest = onRest;
    this.#after = after;
  }

  /** No task is in work. */
  begin(): void {
    if (!this.#hasWorked) return;
    this.#hasWorked = false;
    this.#cancel = this.#after(restMs, () => {
      this.#onRest(false);
      this.#cancel = this.#after(longRestMs - restMs, () => this.#onRest(true));
    });
  }

  /** A task begins. */
  end(): void {
    this.#hasWorked = true;
    this.#cancel?.();
  }
}
