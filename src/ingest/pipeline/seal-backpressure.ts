import { AppError } from "../../lib/errors.ts";
import { heldBackMs, overloadRetrySeconds } from "../limits.ts";
import { countRefused } from "./count-refused.ts";
import type { DeliveryQueue } from "./delivery-queue.ts";
import type { GroupWriter } from "./group-writer.ts";
import type { PipelineOptions } from "./pipeline-options.ts";

/**
 * Keeps deliveries waiting while more is unsealed than the memory is meant for, whatever makes the seal slow. When that
 * lasts, they are refused, and so is every delivery until the seal has ended: senders try again, and listeners read no
 * more meanwhile.
 */
export class SealBackpressure {
  private sinceMs: number | undefined;
  /** No more deliveries come: those already there are taken. */
  isLast = false;

  constructor(
    private readonly options: Pick<PipelineOptions, "store" | "heldBackMs">,
    private readonly queue: DeliveryQueue,
    private readonly writer: GroupWriter,
  ) {}

  /** True while no delivery may be begun. */
  isOn(): boolean {
    const { store, heldBackMs: patienceMs = heldBackMs } = this.options;
    if (this.isLast || !store.isOverfull) {
      this.sinceMs = undefined;
      return false;
    }
    const nowMs = performance.now();
    this.sinceMs ??= nowMs;
    if (nowMs - this.sinceMs >= patienceMs) this.refuse();
    return true;
  }

  private refuse(): void {
    for (const { delivery, settle } of this.queue.takeAll()) {
      countRefused(this.writer, delivery);
      settle(overloaded());
    }
  }
}

/** No event of a delivery was taken. */
export function overloaded(): AppError {
  return new AppError("too_many", "More comes in than can be stored. Nothing was stored; try again.", {
    headers: { "Retry-After": String(overloadRetrySeconds) },
  });
}
