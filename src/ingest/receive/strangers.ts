import type { Uncounted } from "../../eventstore/event-store.ts";
import type { Intake } from "../intake.ts";
import { strangersToldEveryMs } from "../limits.ts";

/**
 * Counts deliveries that came without a valid token, by protocol alone: an unknown sender must neither cause a write to
 * the ledger with each request nor push the addresses of others out of it. Main thread.
 */
export class Strangers {
  readonly #intake: Pick<Intake, "countUncounted">;
  readonly #counts = new Map<string, Uncounted>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(intake: Pick<Intake, "countUncounted">) {
    this.#intake = intake;
  }

  /** `bytes`: the size of its body; 0: not known. */
  note(protocol: string, bytes: number): void {
    const { deliveries, bytes: before } = this.#counts.get(protocol) ?? { deliveries: 0, bytes: 0 };
    this.#counts.set(protocol, { deliveries: deliveries + 1, bytes: before + bytes });
    this.#timer ??= setTimeout(() => this.#tell(), strangersToldEveryMs);
    this.#timer.unref();
  }

  /** Call it before the intake is closed. */
  close(): void {
    this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [protocol, refused] of this.#counts)
      this.#intake.countUncounted({ protocol, source: "", tokenId: 0 }, "unauthorized", refused);
    this.#counts.clear();
  }
}
