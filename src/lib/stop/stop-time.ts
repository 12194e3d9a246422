/**
 * The time of one stop. Its parts are points on one line that begins at the signal, so waits one behind the other never
 * add up to more than the 5 s in which the process must have ended. Any thread.
 */
export class StopTime {
  /** `beganMs`: of the same stop in another thread. */
  constructor(readonly beganMs = monotonicMs()) {}

  /** Milliseconds that a part may take: no more than it wants, and not beyond `untilMs` after the signal. */
  left(untilMs: number, wantedMs = untilMs): number {
    return Math.max(0, Math.min(wantedMs, this.beganMs + untilMs - monotonicMs()));
  }

  /** Waits for the work, but no longer than that. */
  async wait(work: Promise<unknown>, untilMs: number, wantedMs = untilMs): Promise<void> {
    const late = Promise.withResolvers<void>();
    const alarm = setTimeout(late.resolve, this.left(untilMs, wantedMs));
    try {
      await Promise.race([work, late.promise]);
    } finally {
      clearTimeout(alarm);
    }
  }
}

/**
 * Milliseconds after the signal at which the parts of a stop have ended. What is flushed has its time for itself alone:
 * nothing is waited for that only ends.
 */
export const stopPoints = {
  /** Requests in progress are cut: they have had what they were promised. */
  requests: 3_000,
  /** Tasks were told to end before: those that no request waits for at the signal, the others now. */
  tasks: 3_300,
  /** Threads that still live end with the process. */
  threads: 3_600,
  /** Deliveries that were not taken in are refused: their senders are gone. */
  deliveries: 3_300,
  /** The intake log keeps what is not sealed. */
  sealed: 3_800,
  /** The next start carries out what is left of the actions of triggers. */
  actions: 4_200,
  /** The process ends in any case. Where all processors are busy it hears of the signal late, and ends late. */
  process: 4_700,
} as const;

/** The same in all threads, unlike `performance.now()`. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
