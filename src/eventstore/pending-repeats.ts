import type { Micros } from "./event.ts";
import type { RepeatList } from "./snapshot.ts";

/** Occurrences that came after their event's segment was made, waiting to be folded in. */
export class PendingRepeats {
  private readonly ids: number[] = [];
  private readonly times: Micros[] = [];
  /** Number of the commit that brought it. */
  private readonly batches: number[] = [];
  private shared: RepeatList | undefined;
  minTime = Number.POSITIVE_INFINITY;
  maxTime = Number.NEGATIVE_INFINITY;

  get count(): number {
    return this.ids.length;
  }

  add(id: number, time: Micros, batch: number): void {
    this.ids.push(id);
    this.times.push(time);
    this.batches.push(batch);
    this.minTime = Math.min(this.minTime, time);
    this.maxTime = Math.max(this.maxTime, time);
    this.shared = undefined;
  }

  /** In shared memory, so that a snapshot hands it to any thread without copying. */
  list(): RepeatList | undefined {
    if (this.count === 0) return undefined;
    this.shared ??= { ids: sharedCopy(this.ids), times: sharedCopy(this.times) };
    return this.shared;
  }

  forEach(visit: (id: number, time: Micros, batch: number) => void): void {
    for (let i = 0; i < this.ids.length; i++) visit(this.ids[i]!, this.times[i]!, this.batches[i]!);
  }

  /** Those of the commits up to and including `batch`. */
  through(batch: number): PendingRepeats {
    const some = new PendingRepeats();
    this.forEach((id, time, of) => {
      if (of <= batch) some.add(id, time, of);
    });
    return some;
  }
}

function sharedCopy(values: readonly number[]): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.length * 8));
  copy.set(values);
  return copy;
}
