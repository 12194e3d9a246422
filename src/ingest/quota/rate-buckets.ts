/**
 * Limits how many events come a second by sender, each against its own rate. A sender may bring a second's worth at
 * once; one that brought more waits until time has made up for it. Beyond a bound the sender longest silent is
 * forgotten, since it has least to make up for.
 */
export class RateBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #max: number;

  constructor(max = bucketsMax) {
    this.#max = max;
  }

  /** Milliseconds until the sender may bring more; 0: now. */
  waitMs(sender: string, perSecond: number, nowMs: number): number {
    const level = this.#levelAt(sender, perSecond, nowMs);
    return level > 0 ? 0 : Math.ceil(((1 - level) / perSecond) * 1000);
  }

  spend(sender: string, perSecond: number, events: number, nowMs: number): void {
    const level = this.#levelAt(sender, perSecond, nowMs) - events;
    this.#buckets.delete(sender);
    if (this.#buckets.size >= this.#max) this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#buckets.set(sender, { level, atMs: nowMs });
  }

  /** Events that may come now; negative: the excess to wait for. */
  #levelAt(sender: string, perSecond: number, nowMs: number): number {
    const bucket = this.#buckets.get(sender);
    if (bucket === undefined) return perSecond;
    return Math.min(perSecond, bucket.level + ((nowMs - bucket.atMs) / 1000) * perSecond);
  }
}

interface Bucket {
  level: number;
  atMs: number;
}

/** Senders that are remembered, some hundred bytes each: more than a network has. */
const bucketsMax = 16_384;
