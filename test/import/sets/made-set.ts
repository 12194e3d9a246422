import { Random } from "../../../bench/corpora/random.ts";

/** A line, or several that are one event, and what a person reads in it. Absent: it tells nothing of the kind. */
export interface MadeLine {
  line: string;
  /** µs since 1970. */
  time: number;
  host?: string;
  program?: string;
  severity?: number;
  /** "message repeated N times": it stands for so many. Default 1. */
  count?: number;
}

export interface MadeSet {
  title: string;
  /** Its file, which lends its name to programs that name none. */
  file: string;
  make: (writing: Writing) => MadeLine;
}

/** One line to be written: a time and chances. The `id` stands once in each line, so that its event is found. */
export class Writing {
  readonly index: number;
  readonly id: string;
  readonly time: number;
  readonly #random: Random;
  readonly #date: Date;

  constructor(index: number, time: number, random: Random) {
    this.index = index;
    this.id = `u${String(index).padStart(5, "0")}x`;
    this.time = time;
    this.#random = random;
    this.#date = new Date(Math.floor(time / 1000));
  }

  below(limit: number): number {
    return this.#random.below(limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  chance(share: number): boolean {
    return this.#random.next() < share;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }

  /** Documentation's own addresses. */
  get ip(): string {
    return `${this.pick(["192.0.2", "198.51.100", "203.0.113"])}.${1 + this.below(254)}`;
  }

  get pid(): number {
    return 100 + this.below(32_000);
  }

  get port(): number {
    return 1024 + this.below(60_000);
  }

  get seconds(): number {
    return this.time - (this.time % 1_000_000);
  }

  get millis(): number {
    return this.time - (this.time % 1000);
  }

  /**
   * The time as strftime writes it, with `%3` and `%6` for digits of the second's fraction, `%-d` and the like without
   * zeros in front, `%e` padded with a blank.
   */
  at(format: string, shiftHours = 0): string {
    const date = shiftHours === 0 ? this.#date : new Date(this.#date.getTime() + shiftHours * 3_600_000);
    const two = (value: number) => String(value).padStart(2, "0");
    const [weekday, day, month, year] = [
      date.toUTCString().slice(0, 3),
      date.getUTCDate(),
      date.getUTCMonth() + 1,
      date.getUTCFullYear(),
    ];
    const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
    const micros = String(this.time % 1_000_000).padStart(6, "0");
    const parts: Record<string, string> = {
      Y: String(year),
      y: two(year % 100),
      m: two(month),
      d: two(day),
      e: String(day).padStart(2),
      b: date.toUTCString().slice(8, 11),
      a: weekday,
      H: two(hour),
      I: two(hour % 12 || 12),
      M: two(minute),
      S: two(second),
      p: hour < 12 ? "AM" : "PM",
      "-d": String(day),
      "-m": String(month),
      "-H": String(hour),
      "-I": String(hour % 12 || 12),
      "-M": String(minute),
      "-S": String(second),
      "3": micros.slice(0, 3),
      "6": micros,
      s: String(Math.floor(date.getTime() / 1000)),
    };
    return format.replace(/%(-?[A-Za-z0-9])/g, (_, name: string) => parts[name]!);
  }
}

/** Lines seconds to minutes apart, over some days before `end`, the same in each run. */
export function writeSet({ make }: MadeSet, count: number, end: number): MadeLine[] {
  const random = new Random(77);
  const step = 90_000_000;
  return Array.from({ length: count }, (_, index) =>
    make(new Writing(index, end - (count - index) * step + random.below(step), random)),
  );
}

/** Levels as a program writes them, and their numbers. */
export const levelsOf = (text: string): [word: string, severity: number][] =>
  text.split(" ").map((pair) => {
    const [word, severity] = pair.split("=");
    return [word!, Number(severity)];
  });
