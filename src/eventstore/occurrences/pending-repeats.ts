import type { Micros } from "../event/event.ts";
import type { RepeatList } from "../snapshot.ts";

/** Repeats with the commits that brought them, and what triggers fired, undefined: none for any. */
export interface RepeatColumns {
  ids: Float64Array;
  times: Float64Array;
  commits: Float64Array;
  fired: string[] | undefined;
}

/** Occurrences that came after their event's segment was made, waiting to be folded in. */
export class PendingRepeats {
  private readonly ids: number[] = [];
  private readonly times: Micros[] = [];
  /** Number of the commit that brought it. */
  private readonly commits: number[] = [];
  /** Triggers that fired for them, as texts of fired-set.ts; undefined: none for any. */
  private fired: string[] | undefined;
  private shared: RepeatList | undefined;
  minTime = Number.POSITIVE_INFINITY;
  maxTime = Number.NEGATIVE_INFINITY;

  get count(): number {
    return this.ids.length;
  }

  add(id: number, time: Micros, commit: number, fired = ""): void {
    if (fired !== "" && this.fired === undefined) this.fired = this.ids.map(() => "");
    this.fired?.push(fired);
    this.ids.push(id);
    this.times.push(time);
    this.commits.push(commit);
    this.minTime = Math.min(this.minTime, time);
    this.maxTime = Math.max(this.maxTime, time);
    this.shared = undefined;
  }

  /** In shared memory, so that a snapshot hands it to any thread without copying. */
  list(): RepeatList | undefined {
    if (this.count === 0) return undefined;
    this.shared ??= {
      ids: sharedCopy(this.ids),
      times: sharedCopy(this.times),
      ...(this.fired && { fired: firedList(this.fired) }),
    };
    return this.shared;
  }

  /** All of them, for another thread. */
  columns(): RepeatColumns {
    const [ids, times, commits] = [this.ids, this.times, this.commits].map((values) => Float64Array.from(values));
    return { ids: ids!, times: times!, commits: commits!, fired: this.fired };
  }

  forEach(visit: (id: number, time: Micros, commit: number, fired: string) => void): void {
    for (let i = 0; i < this.ids.length; i++)
      visit(this.ids[i]!, this.times[i]!, this.commits[i]!, this.fired?.[i] ?? "");
  }

  /** Those of the commits up to and including `commit`. */
  through(commit: number): PendingRepeats {
    return pendingOf([{ pending: this }], (of) => of <= commit);
  }
}

/** Pending repeats of these segments whose commit passes `isWanted`. */
export function pendingOf(
  segments: readonly { readonly pending: PendingRepeats }[],
  isWanted: (commit: number) => boolean,
): PendingRepeats {
  const some = new PendingRepeats();
  for (const { pending } of segments)
    pending.forEach((id, time, commit, fired) => {
      if (isWanted(commit)) some.add(id, time, commit, fired);
    });
  return some;
}

function firedList(fired: readonly string[]): NonNullable<RepeatList["fired"]> {
  const numberOf = new Map<string, number>([["", 0]]);
  const numbers = fired.map((set) => {
    if (!numberOf.has(set)) numberOf.set(set, numberOf.size);
    return numberOf.get(set)!;
  });
  return { sets: [...numberOf.keys()].slice(1), numbers: sharedCopy(numbers) };
}

function sharedCopy(values: readonly number[]): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.length * 8));
  copy.set(values);
  return copy;
}
