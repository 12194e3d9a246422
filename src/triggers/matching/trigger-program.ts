import type { EventRow, StoredEvent } from "../../eventstore/event/event.ts";
import { type CompiledElement, compileElement, holdsElement } from "../../filter/condition/compile-element.ts";
import { fieldText } from "../../filter/condition/field-text.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import type { ActiveTrigger } from "../active-trigger.ts";
import { firedPerOccurrenceMax } from "../limits.ts";
import { type Access, accessOf, best, type RatedAccess } from "./access.ts";
import { ByteIndex } from "./byte-index.ts";
import { type AskedPattern, TriggerIndex } from "./trigger-index.ts";

/**
 * All active triggers, ready to be tested on event after event. Conditions that several triggers share are tested once
 * for an event. One thread.
 */
export class TriggerProgram {
  /** For events of which only the bytes are known. */
  readonly byteIndex: ByteIndex;
  private readonly index: TriggerIndex;
  private readonly conditions: CompiledElement[] = [];
  /** By their content; compiling one takes a tenth of a millisecond. */
  private readonly compiled = new Map<string, CompiledElement>();
  /** Numbers of its conditions, by trigger. */
  private readonly needs: number[][] = [];
  private readonly asked: Uint32Array;
  private readonly verdicts: Uint8Array;
  private pass = 0;
  private readonly fired: number[] = [];

  /** In the order of testing. Conditions that `previous` has compiled are reused. */
  constructor(
    readonly triggers: readonly ActiveTrigger[],
    private previous?: TriggerProgram,
  ) {
    const known = new Map<string, number>();
    const accesses = triggers.map((trigger) => this.enter(trigger, known));
    this.index = new TriggerIndex(accesses);
    this.byteIndex = new ByteIndex(accesses);
    this.asked = new Uint32Array(this.conditions.length);
    this.verdicts = new Uint8Array(this.conditions.length);
    // Cut off, or it would keep all earlier programs alive.
    this.previous = undefined;
  }

  /** Some trigger checks the patterns of events. */
  get asksPatterns(): boolean {
    return this.index.asksPatterns;
  }

  /**
   * Places of the triggers that fire for the event, in order. `reaches`: whether a matching trigger fires because its
   * threshold is reached; called once for each match. `pattern`: of the event, if `asksPatterns`. Good until the next
   * call.
   */
  fire(event: EventRow, reaches: (place: number) => boolean, pattern?: AskedPattern): readonly number[] {
    const { fired, triggers } = this;
    this.pass = (this.pass + 1) >>> 0;
    if (this.pass === 0) {
      this.asked.fill(0);
      this.pass = 1;
    }
    fired.length = 0;
    for (const place of this.index.candidatesFor(event, pattern)) {
      if (triggers[place]!.isNewPattern && !pattern?.isNew) continue;
      if (!this.matches(place, event as StoredEvent) || !reaches(place)) continue;
      fired.push(place);
      if (triggers[place]!.stopFlag || fired.length >= firedPerOccurrenceMax) break;
    }
    return fired;
  }

  private matches(place: number, event: StoredEvent): boolean {
    for (const number of this.needs[place]!) if (!this.holds(number, event)) return false;
    return true;
  }

  private holds(number: number, event: StoredEvent): boolean {
    if (this.asked[number] === this.pass) return this.verdicts[number] === 1;
    const holds = holdsElement(
      this.conditions[number]!,
      ({ field, negated, test }) => test.text(fieldText(field, event)) !== negated,
    );
    this.asked[number] = this.pass;
    this.verdicts[number] = holds ? 1 : 0;
    return holds;
  }

  /** The property that an event must have for this trigger, by its most selective condition. */
  private enter({ filter, hosts, isNewPattern }: ActiveTrigger, known: Map<string, number>): Access | undefined {
    const needs: { number: number; isSlow: boolean }[] = [];
    const accesses: (RatedAccess | undefined)[] = [];
    for (const condition of filter) {
      const number = this.number(JSON.stringify(condition), known, () => compileElement(condition));
      const compiled = this.conditions[number]!;
      needs.push({ number, isSlow: compiled.isSlow });
      accesses.push(accessOf(compiled));
    }
    if (hosts.length > 0) {
      const number = this.number(
        `hosts ${JSON.stringify(hosts)}`,
        known,
        () => compileFilter([], hosts).conditions[0]!,
      );
      needs.push({ number, isSlow: false });
    }
    this.needs.push(needs.sort((a, b) => Number(a.isSlow) - Number(b.isSlow)).map(({ number }) => number));
    return isNewPattern ? { kind: "new-pattern" } : best(accesses)?.access;
  }

  private number(key: string, known: Map<string, number>, compile: () => CompiledElement): number {
    const found = known.get(key);
    if (found !== undefined) return found;
    const condition = this.previous?.compiled.get(key) ?? compile();
    this.compiled.set(key, condition);
    const number = this.conditions.push(condition) - 1;
    known.set(key, number);
    return number;
  }
}
