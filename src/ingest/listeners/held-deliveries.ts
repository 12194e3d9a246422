import { AppError } from "../../lib/errors.ts";
import type { Delivery, Intake } from "../intake.ts";
import { heldGiveUpMs, heldRetryMs } from "./limits.ts";

/**
 * Delivers for senders that cannot send again: offers deliveries that intake has no space for again and again, and
 * meanwhile the listener reads no more than it has space for.
 */
export class HeldDeliveries {
  readonly #intake: Intake;
  readonly #isDiskFull: () => boolean;
  /** Deliveries that cannot be stored by then are given up. */
  #giveUpMs = Number.POSITIVE_INFINITY;

  constructor(intake: Intake, isDiskFull: () => boolean) {
    this.#intake = intake;
    this.#isDiskFull = isDiskFull;
  }

  /**
   * True when it is stored, or when its losses have been counted; false when the service stopped before. The bytes must
   * stay as they are until then.
   */
  async deliver(delivery: Delivery): Promise<boolean> {
    for (;;) {
      if (!this.#isDiskFull() && (await this.#isSettled(delivery))) return true;
      if (performance.now() >= this.#giveUpMs) return false;
      await Bun.sleep(heldRetryMs);
    }
  }

  /** From now on nothing is held for long. */
  stop(): void {
    this.#giveUpMs = performance.now() + heldGiveUpMs;
  }

  async #isSettled(delivery: Delivery): Promise<boolean> {
    try {
      await this.#intake.deliver(delivery);
      return true;
    } catch (error) {
      // When nothing can be stored any longer, the service ends and says why.
      if (!(error instanceof AppError)) return false;
      // An unusable delivery counts as rejected; offering it again would change nothing.
      return error.code !== "too_many" && error.code !== "unavailable";
    }
  }
}
