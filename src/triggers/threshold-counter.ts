import type { Micros } from "../eventstore/event.ts";
import { thresholdTimesMax, thresholdValuesMax } from "./limits.ts";

/**
 * Counts until `count` events lie within `windowMicros`, for each value by itself. Those are used up then: counting begins anew. Of
 * the times kept, those that lie a window or more before the latest do not count any more, so an event that comes late counts as long
 * as it is not later than that.
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

  /** True when this is the one that makes it `count`. What it takes to forget that is added to `undo`. */
  add(value: string, time: Micros, undo?: (() => void)[]): boolean {
    const times = this.times.get(value) ?? [];
    if (undo !== undefined) {
      const before = [...times];
      undo.push(() => this.keepTimes(value, before));
    }
    this.times.delete(value);
    this.kept -= times.length;
    times.push(time);
    const counted = times.length >= this.count ? this.within(times) : times;
    if (counted.length >= this.count) return true;
    this.times.set(value, counted);
    this.kept += counted.length;
    this.forgetOldest();
    return false;
  }

  private keepTimes(value: string, times: Micros[]): void {
    this.kept += times.length - (this.times.get(value)?.length ?? 0);
    if (times.length > 0) this.times.set(value, times);
    else this.times.delete(value);
  }

  private within(times: readonly Micros[]): Micros[] {
    let latest = Number.NEGATIVE_INFINITY;
    for (const time of times) if (time > latest) latest = time;
    return times.filter((time) => time > latest - this.windowMicros);
  }

  /** The value longest not seen stands first. */
  private forgetOldest(): void {
    for (const [value, { length }] of this.times) {
      if (this.times.size <= this.valuesMax && this.kept <= this.timesMax) return;
      this.times.delete(value);
      this.kept -= length;
    }
  }
}
