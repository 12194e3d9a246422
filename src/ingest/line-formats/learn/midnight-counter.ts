import type { LineContext } from "../line-fields.ts";
import { readLine } from "../read-line.ts";
import { withoutColours } from "../records/without-colours.ts";
import { Directives } from "../tables/directives.ts";
import { DayCounter } from "./day-counter.ts";
import type { TimeLayout } from "./layout.ts";
import { searchedCharactersMax } from "./limits.ts";

/**
 * Reads the lines of a stream with clocks but no dates for the first time: how many midnights they pass tells the day
 * of the first one. Then they are read again, in `context`.
 */
export class MidnightCounter {
  readonly #known: LineContext;
  readonly #layout: TimeLayout;
  readonly #days: DayCounter;
  readonly #counting: LineContext;
  readonly #directives = new Directives();

  constructor(known: LineContext, layout: TimeLayout) {
    this.#known = known;
    this.#layout = layout;
    this.#days = new DayCounter(known.reference, known.timezone, 0);
    this.#counting = { ...known, layout: { ...layout, days: this.#days } };
  }

  /** Reads no line that has no clock: any other cannot pass a midnight. */
  push(text: string): void {
    const line = withoutColours(text);
    if (this.#directives.take(line)) {
      const { table } = this.#directives;
      if (table !== undefined) this.#counting.table = table;
    } else if (clockPattern.test(line.slice(0, clockEndMax))) readLine(line, this.#counting);
  }

  /** For reading the lines that were pushed: the last one is of the day of the reference. */
  get context(): LineContext {
    const { reference, timezone } = this.#known;
    return {
      ...this.#known,
      layout: { ...this.#layout, days: new DayCounter(reference, timezone, this.#days.midnights) },
    };
  }
}

const clockPattern = /\d:\d/;
/** `10:1`, of a clock that begins at the last character that is searched. */
const clockEndMax = searchedCharactersMax + 4;
