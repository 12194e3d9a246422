import type { Delivery, Receipt } from "./intake.ts";
import { largeDeliveryBytes } from "./limits.ts";

/** What becomes of a delivery, told once: a receipt when its events are on disk, else an error. */
export type Settle = (result: Receipt | Error) => void;

export interface Waiting {
  delivery: Delivery;
  settle: Settle;
}

/**
 * Deliveries that wait, in the order they came, but that small and large ones take turns: after a large one all small ones that came meanwhile are
 * next, after a group of small ones one large. So a small one waits for one large at most, and no large one for ever.
 */
export class DeliveryQueue {
  private small: Waiting[] = [];
  private large: Waiting[] = [];
  /** Small ones that are before the next large one. */
  private before = 0;

  get length(): number {
    return this.small.length + this.large.length;
  }

  get first(): Waiting | undefined {
    return this.isLargeNext ? this.large[0] : this.small[0];
  }

  push(waiting: Waiting): void {
    if (waiting.delivery.bytes.length < largeDeliveryBytes) this.small.push(waiting);
    else {
      if (this.large.length === 0) this.before = this.small.length;
      this.large.push(waiting);
    }
  }

  takeFirst(): void {
    if (this.isLargeNext) {
      this.large.shift();
      this.before = this.small.length;
    } else {
      this.small.shift();
      this.before = Math.max(0, this.before - 1);
    }
  }

  takeAll(): Waiting[] {
    const all = [...this.small, ...this.large];
    this.small = [];
    this.large = [];
    return all;
  }

  private get isLargeNext(): boolean {
    return this.large.length > 0 && this.before === 0;
  }
}
