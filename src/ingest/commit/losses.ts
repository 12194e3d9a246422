import {
  addUncounted,
  type LossCause,
  type LossCounts,
  type Origin,
  type OriginCounts,
  type RefusalCause,
  type Uncounted,
  type UncountedCounts,
} from "../../eventstore/event-store.ts";

/** Counts for the loss ledger, by where events came from: received = stored + not stored, by cause. */
export class Losses {
  private readonly byOrigin = new Map<string, OriginLosses>();
  /** The same by the origin objects of earlier calls: datagrams of many origins come mixed. */
  private readonly byObject = new Map<Origin, OriginLosses>();

  static of(origins: readonly OriginCounts[]): Losses {
    const losses = new Losses();
    losses.addAll(origins);
    return losses;
  }

  /** The counts of one origin, to be added to. */
  of(origin: Origin): OriginLosses {
    const known = this.byObject.get(origin);
    if (known !== undefined) return known;
    const key = `${origin.protocol} ${origin.tokenId} ${origin.source}`;
    const found = this.byOrigin.get(key) ?? new OriginLosses(origin);
    this.byOrigin.set(key, found);
    this.byObject.set(origin, found);
    return found;
  }

  get received(): number {
    let sum = 0;
    for (const { received } of this.byOrigin.values()) sum += received;
    return sum;
  }

  get causes(): Partial<LossCounts> {
    const causes: Partial<LossCounts> = {};
    for (const { loss } of this.byOrigin.values())
      for (const [cause, count] of Object.entries(loss) as [LossCause, number][])
        causes[cause] = (causes[cause] ?? 0) + count;
    return causes;
  }

  get origins(): OriginCounts[] {
    return Array.from(this.byOrigin.values(), ({ protocol, source, tokenId, received, stored, loss, uncounted }) => {
      return { protocol, source, tokenId, received, stored, loss: { ...loss }, uncounted: { ...uncounted } };
    });
  }

  plus(other: Losses): Losses {
    const sum = Losses.of(this.origins);
    sum.addAll(other.origins);
    return sum;
  }

  private addAll(origins: readonly OriginCounts[]): void {
    for (const counts of origins) {
      const target = this.of(counts);
      target.received += counts.received;
      target.stored += counts.stored;
      for (const [cause, count] of Object.entries(counts.loss)) target.add(cause as LossCause, count);
      addUncounted(target.uncounted, counts.uncounted);
    }
  }

  get isEmpty(): boolean {
    return this.byOrigin.size === 0;
  }

  clear(): void {
    this.byOrigin.clear();
    this.byObject.clear();
  }
}

/** Counts of one origin. */
export class OriginLosses implements OriginCounts {
  readonly protocol: string;
  readonly source: string;
  readonly tokenId: number;
  received = 0;
  stored = 0;
  readonly loss: Partial<LossCounts> = {};
  readonly uncounted: UncountedCounts = {};

  constructor({ protocol, source, tokenId }: Origin) {
    this.protocol = protocol;
    this.source = source;
    this.tokenId = tokenId;
  }

  /** An event that will be stored, or is a repeat of one. */
  store(): void {
    this.received++;
    this.stored++;
  }

  /** An event was stored, but not as it came. */
  add(cause: LossCause, count: number): void {
    if (count > 0) this.loss[cause] = (this.loss[cause] ?? 0) + count;
  }

  /** Deliveries that were refused before the events in them were counted. */
  refuse(cause: RefusalCause, refused: Uncounted): void {
    addUncounted(this.uncounted, { [cause]: refused });
  }

  /** An event that is not stored. */
  lose(cause: LossCause, count: number): void {
    this.received += count;
    this.add(cause, count);
  }
}
