import type { Micros } from "../../eventstore/event/event.ts";
import { thresholdTimesMax, thresholdValuesMax } from "../limits.ts";

/**
 * Counts until `count` events lie within `windowMicros`, for each value separately. Those are then used up and counting
 * starts over. Times a window or more before the latest are dropped, so a late event counts only within the window.
 */
export class ThresholdCounter {
  private readonly times = new Map<string, Micros[]>();
  private kept = 0;

  constructor(
    private readonly count: number,
    private readonly windowMicros: Micros,
    private readonly valuesMax = thresholdValuesMax,
    private readonly timesMax = thresholdTimesMax,
  ) {}

  /** True when this event completes the `count`. Adds to `undo` the data needed to forget it. */
  add(value: string, time: Micros, undo?: (() => void)[]): boolean {
    const times = this.times.get(value) ?? [];
    this.times.delete(value);
    this.kept -= times.length;
    times.push(time);
    const begin = times.length >= this.count ? this.beginOf(times) : Number.NEGATIVE_INFINITY;
    const counted = begin === Number.NEGATIVE_INFINITY ? times : times.filter((one) => one > begin);
    const isReached = counted.length >= this.count;
    if (undo !== undefined) {
      // Keeps only dropped times for it: thousands of others may be counted, for each of thousands of events.
      const dropped = isReached ? times : counted === times ? [] : times.filter((one) => one <= begin);
      undo.push(() => this.takeBack(value, time, dropped));
    }
    if (isReached) return true;
    this.times.set(value, counted);
    this.kept += counted.length;
    this.forgetOldest();
    return false;
  }

  /** `dropped`: times that this event pushed out of the window. */
  private takeBack(value: string, time: Micros, dropped: readonly Micros[]): void {
    const times = this.times.get(value) ?? [];
    this.kept -= times.length;
    times.push(...dropped);
    const at = times.lastIndexOf(time);
    if (at >= 0) times.splice(at, 1);
    this.kept += times.length;
    if (times.length > 0) this.times.set(value, times);
    else this.times.delete(value);
  }

  /** Times up to this one no longer count. */
  private beginOf(times: readonly Micros[]): Micros {
    let latest = Number.NEGATIVE_INFINITY;
    for (const time of times) if (time > latest) latest = time;
    return latest - this.windowMicros;
  }

  /** The value longest unseen comes first. */
  private forgetOldest(): void {
    for (const [value, { length }] of this.times) {
      if (this.times.size <= this.valuesMax && this.kept <= this.timesMax) return;
      this.times.delete(value);
      this.kept -= length;
    }
  }
}
