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
  /** The first of those that were refused, until it is settled. */
  #held: Promise<boolean> | undefined;

  constructor(intake: Intake, isDiskFull: () => boolean) {
    this.#intake = intake;
    this.#isDiskFull = isDiskFull;
  }

  /**
   * True when it is stored, or when its losses have been counted; false when the service stopped before. The bytes must
   * stay as they are until then. While one is held, those behind it wait, so that they do not overtake it.
   */
  async deliver(delivery: Delivery): Promise<boolean> {
    for (;;) {
      await this.#noneIsHeld();
      if (await this.#offer(delivery)) return true;
      if (this.#isGivenUp) return false;
      if (this.#held !== undefined) continue;
      const held = this.#offerAgain(delivery);
      this.#held = held.finally(() => {
        this.#held = undefined;
      });
      return held;
    }
  }

  async #noneIsHeld(): Promise<void> {
    while (this.#held !== undefined) await this.#held;
  }

  async #offerAgain(delivery: Delivery): Promise<boolean> {
    while (!this.#isGivenUp) {
      await Bun.sleep(heldRetryMs);
      if (await this.#offer(delivery)) return true;
    }
    return false;
  }

  get #isGivenUp(): boolean {
    return performance.now() >= this.#giveUpMs;
  }

  /** From now on nothing is held for long. */
  stop(): void {
    this.#giveUpMs = performance.now() + heldGiveUpMs;
  }

  /** False: it has to be offered again. */
  async #offer(delivery: Delivery): Promise<boolean> {
    if (this.#isDiskFull()) return false;
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
