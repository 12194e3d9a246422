import type { DueAction, OtherEvent } from "../fired-report.ts";
import { otherCharactersMax, otherPatternsMax } from "../limits.ts";

/** New patterns that a trigger may not report yet: the first event whole, of the next ones a line each. */
export class HeldPatterns {
  #first: DueAction["event"] | undefined;
  #others: OtherEvent[] = [];

  /** `asked`: what the trigger asked for when they came. */
  constructor(readonly asked: string) {}

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  add(event: DueAction["event"]): void {
    if (this.#first === undefined) this.#first = event;
    else if (this.#others.length < otherPatternsMax) this.#others.push(otherOf(event));
  }

  /** All of them, for a message about `event`; without one about the first, which must exist. Then none is held. */
  take(event?: DueAction["event"]): Pick<DueAction, "event" | "others"> {
    const about = event ?? this.#first!;
    const before = event === undefined || this.#first === undefined ? [] : [otherOf(this.#first)];
    const others = [...before, ...this.#others].slice(0, otherPatternsMax);
    this.#first = undefined;
    this.#others = [];
    return others.length === 0 ? { event: about } : { event: about, others };
  }
}

function otherOf({ host, program, message }: OtherEvent): OtherEvent {
  return { host, program, message: message.slice(0, otherCharactersMax).toWellFormed() };
}
