import type { Delivery, Receipt } from "../intake.ts";
import { largeDeliveryBytes } from "../limits.ts";

/** Called once with the outcome of a delivery: a receipt when its events are on disk, else an error. */
export type Settle = (result: Receipt | Error) => void;

export interface Waiting {
  delivery: Delivery;
  settle: Settle;
}

/** Deliveries that wait, small and large ones each in the order they came. */
export class DeliveryQueue {
  private small: Waiting[] = [];
  private large: Waiting[] = [];

  /** Bodies from this size on are large. */
  constructor(private readonly largeBytes = largeDeliveryBytes) {}

  get smallCount(): number {
    return this.small.length;
  }

  get isEmpty(): boolean {
    return this.small.length + this.large.length === 0;
  }

  get hasLarge(): boolean {
    return this.large.length > 0;
  }

  push(waiting: Waiting): void {
    if (waiting.delivery.bytes.length < this.largeBytes) this.small.push(waiting);
    else this.pushLarge(waiting);
  }

  pushLarge(waiting: Waiting): void {
    this.large.push(waiting);
  }

  takeSmall(): Waiting | undefined {
    return this.small.shift();
  }

  takeLarge(): Waiting | undefined {
    return this.large.shift();
  }

  /** Puts small deliveries that were taken back to the front, in their order. */
  putBack(taken: readonly Waiting[]): void {
    this.small.unshift(...taken);
  }

  takeCompressed(): Waiting[] {
    const all = this.takeAll();
    for (const waiting of all) if (waiting.delivery.contentEncoding === "") this.push(waiting);
    return all.filter(({ delivery }) => delivery.contentEncoding !== "");
  }

  takeAll(): Waiting[] {
    return [...this.small.splice(0), ...this.large.splice(0)];
  }
}
