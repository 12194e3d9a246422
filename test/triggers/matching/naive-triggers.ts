import type { EventRow, StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { ActiveTrigger } from "../../../src/triggers/active-trigger.ts";
import { type NaiveElement, naiveMatch, naiveText } from "../../support/questions/naive-filter.ts";

/** What triggers say, by plain loops over each of them: the judge in tests. */
export class NaiveTriggers {
  private readonly triggers: ActiveTrigger[];
  private readonly counted = new Map<string, number[]>();
  private readonly patterns = new Set<string>();

  constructor(triggers: readonly ActiveTrigger[]) {
    this.triggers = [...triggers].sort((a, b) => a.order - b.order || a.id - b.id);
  }

  /** Ids of the triggers that fire, in order. */
  fire(row: EventRow, nowMicros: number): number[] {
    const event = { ...row, id: 0 } as StoredEvent;
    const fired: number[] = [];
    const pattern = naiveText("pattern", event);
    const isNew = pattern !== "" && !this.patterns.has(pattern);
    // As soon as somebody waits for new ones.
    if (this.triggers.some(({ isNewPattern }) => isNewPattern)) this.patterns.add(pattern);
    for (const trigger of this.triggers) {
      if (trigger.isNewPattern && !isNew) continue;
      if (!naiveMatch(trigger.filter as NaiveElement[], event)) continue;
      if (!this.sees(trigger, row.host) || !this.reaches(trigger, event, nowMicros)) continue;
      fired.push(trigger.id);
      if (trigger.stopFlag) break;
    }
    return fired;
  }

  private sees({ hosts }: ActiveTrigger, host: string): boolean {
    return (
      hosts.length === 0 || hosts.some((pattern) => pattern === "*" || pattern.toLowerCase() === host.toLowerCase())
    );
  }

  private reaches({ id, threshold }: ActiveTrigger, event: StoredEvent, nowMicros: number): boolean {
    if (threshold === null) return true;
    const value = threshold.field === null ? "-" : naiveText(threshold.field, event);
    if (value === "") return false;
    const key = JSON.stringify([id, value]);
    const times = [...(this.counted.get(key) ?? []), Math.min(event.times[0]!, nowMicros)];
    const latest = Math.max(...times);
    const within = times.filter((time) => time > latest - threshold.seconds * 1e6);
    const isReached = within.length >= threshold.count;
    this.counted.set(key, isReached ? [] : within);
    return isReached;
  }
}
