import { type Clock, systemClock } from "../lib/clock.ts";
import { unwaited } from "../runtime/unwaited.ts";

/** Both clocks and the alarm; tests turn them by hand. */
export interface TimeSource {
  /** Epoch milliseconds; may jump. */
  wallMs: Clock;
  /** Never falls; for durations. */
  monotonicMs(): number;
  /** Runs `action` once, `delayMs` from now, without keeping the process alive. Returns a function that cancels it. */
  after(delayMs: number, action: () => void): () => void;
}

export const systemTime: TimeSource = {
  wallMs: systemClock,
  monotonicMs: () => performance.now(),
  after: unwaited,
};
