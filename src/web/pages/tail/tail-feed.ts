import type { LogEvent } from "../../events/log-event.ts";

/**
 * A line of the tail: an event, maybe one that was there before and occurred again; or how many are missing where it
 * stands. null: nobody knows how many.
 */
export type TailLine = { key: number; event: LogEvent; repeated?: number } | { key: number; missed: number | null };

export type TailState = "connecting" | "live" | "lost" | "ended";

export interface TailSnapshot {
  state: TailState;
  /** Oldest first. */
  lines: readonly TailLine[];
  /** Events that came while it was held; shown when it goes on. */
  waiting: number;
  /** Events of the last seconds, a second. */
  rate: number;
  /** All that came since it was opened. */
  total: number;
  /** Why the service ended it. */
  reason?: string;
}

/** Beyond this the oldest lines go; a search finds them. */
const linesMax = 5_000;
/** Events that wait while the tail is held; beyond it they are counted as missing. */
const waitingMax = 5_000;
/** New events are drawn at most this often. */
const drawMs = 150;
const rateSeconds = 5;

/** Follows `GET /api/tail`, which the browser reads again by itself when the connection is lost, from where it was. */
export class TailFeed {
  readonly #source: EventSource;
  readonly #onChange: () => void;
  readonly #arrivals: number[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  #snapshot: TailSnapshot = { state: "connecting", lines: [], waiting: 0, rate: 0, total: 0 };
  #lines: TailLine[] = [];
  #waiting: TailLine[] = [];
  #nextKey = 1;
  #total = 0;
  #state: TailState = "connecting";
  #reason: string | undefined;
  #isHeld = false;
  #isDirty = false;

  constructor(q: string, onChange: () => void) {
    this.#onChange = onChange;
    this.#source = new EventSource(`/api/tail${q === "" ? "" : `?${new URLSearchParams({ q })}`}`);
    this.#source.addEventListener("open", () => this.#become("live"));
    this.#source.addEventListener("error", () => {
      if (this.#state !== "ended") this.#become(this.#source.readyState === EventSource.CLOSED ? "ended" : "lost");
    });
    this.#source.addEventListener("event", ({ data }) => this.#take(JSON.parse(data) as LogEvent));
    this.#source.addEventListener("repeat", ({ data }) => {
      const { event, repeated } = JSON.parse(data) as { event: LogEvent; repeated: number };
      this.#take(event, repeated);
    });
    this.#source.addEventListener("missed", ({ data }) => {
      this.#push({ key: this.#nextKey++, missed: (JSON.parse(data) as { count: number | null }).count });
    });
    this.#source.addEventListener("end", ({ data }) => {
      this.#reason = (JSON.parse(data) as { reason: string }).reason;
    });
    this.#timer = setInterval(() => this.#draw(), drawMs);
  }

  get snapshot(): TailSnapshot {
    return this.#snapshot;
  }

  /** Holds new events back, so that the lines being read stay in place. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld) {
      this.#lines.push(...this.#waiting);
      this.#waiting = [];
      this.#trim();
    }
    this.#isDirty = true;
    this.#draw();
  }

  clear(): void {
    this.#lines = [];
    this.#isDirty = true;
    this.#draw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#source.close();
  }

  #take(event: LogEvent, repeated?: number): void {
    this.#total += repeated ?? 1;
    this.#arrivals.push(performance.now());
    this.#push({ key: this.#nextKey++, event, ...(repeated !== undefined && { repeated }) });
  }

  #push(line: TailLine): void {
    if (this.#isHeld) this.#wait(line);
    else this.#lines.push(line);
    this.#trim();
    this.#isDirty = true;
  }

  /** Beyond the room for those that wait, the last line says how many there were. */
  #wait(line: TailLine): void {
    const last = this.#waiting.at(-1);
    if (this.#waiting.length < waitingMax || last === undefined) this.#waiting.push(line);
    else {
      const more = "event" in line ? 1 : line.missed;
      const missed = "event" in last ? 2 : last.missed === null || more === null ? null : last.missed + more;
      this.#waiting[this.#waiting.length - 1] = { key: last.key, missed };
    }
  }

  #trim(): void {
    if (this.#lines.length > linesMax * 1.2) this.#lines.splice(0, this.#lines.length - linesMax);
  }

  #become(state: TailState): void {
    this.#state = state;
    this.#isDirty = true;
    this.#draw();
  }

  #draw(): void {
    const since = performance.now() - rateSeconds * 1_000;
    const old = this.#arrivals.findIndex((at) => at >= since);
    this.#arrivals.splice(0, old === -1 ? this.#arrivals.length : old);
    const rate = Math.round((this.#arrivals.length / rateSeconds) * 10) / 10;
    if (!this.#isDirty && rate === this.#snapshot.rate) return;
    this.#snapshot = {
      state: this.#state,
      lines: this.#isDirty && !this.#isHeld ? [...this.#lines] : this.#isHeld ? this.#snapshot.lines : this.#lines,
      waiting: this.#waiting.reduce((sum, line) => sum + ("event" in line ? 1 : (line.missed ?? 1)), 0),
      rate,
      total: this.#total,
      reason: this.#reason,
    };
    this.#isDirty = false;
    this.#onChange();
  }
}
