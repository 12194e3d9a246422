import type { Micros } from "../../../eventstore/event/event.ts";
import { fromZone } from "../../../time-text/civil-time.ts";
import type { FreeClock } from "../../../time-text/free-clock.ts";

const daySeconds = 86_400;
/** A clock that goes back by more than this has passed midnight. */
const midnightSeconds = daySeconds / 2;

/**
 * The days of a stream with clocks but no dates: each midnight it passes begins a new one. The last day is that of
 * `reference`, so the first lies as many days before as midnights are to come; where that is unknown, the stream is
 * taken to be of the last hours.
 */
export class DayCounter {
  readonly #timezone: string;
  /** Wall clock at the beginning of the day, as if in UTC. */
  #day: Micros;
  #last = -1;
  /** Midnights passed so far. */
  midnights = 0;

  constructor(reference: Micros, timezone: string, midnightsAhead: number) {
    this.#timezone = timezone;
    const wall = Temporal.Instant.fromEpochMilliseconds(Math.floor(reference / 1000)).toZonedDateTimeISO(timezone);
    const { year, month, day } = wall;
    this.#day = (Date.UTC(year, month - 1, day) - midnightsAhead * daySeconds * 1000) * 1000;
  }

  timeOf({ hour, minute, second, fraction }: FreeClock): Micros {
    const seconds = hour * 3600 + minute * 60 + second;
    if (this.#last - seconds > midnightSeconds) {
      this.#day += daySeconds * 1_000_000;
      this.midnights++;
    }
    this.#last = seconds;
    return fromZone(this.#day + seconds * 1_000_000 + fraction, this.#timezone);
  }
}
