import { reportPauseMs } from "../limits.ts";

/** A trigger whose actions do not arrive. */
export interface TriggerFailure {
  triggerId: number;
  name: string;
  error: string;
}

/**
 * Reports failing triggers, each at most once in a while: a report becomes an event, and events fire triggers. Times
 * are monotonic milliseconds.
 */
export function createFailureReports(monotonicMs: () => number = () => performance.now()) {
  const toldAt = new Map<number, number>();
  let tell: (failure: TriggerFailure) => void = () => undefined;
  return {
    /** Reports go to `listener` from now on. */
    listen(listener: (failure: TriggerFailure) => void): void {
      tell = listener;
    },

    note(failure: TriggerFailure): void {
      const now = monotonicMs();
      const last = toldAt.get(failure.triggerId);
      if (last !== undefined && now - last < reportPauseMs) return;
      toldAt.set(failure.triggerId, now);
      tell(failure);
    },

    forget: (triggerId: number): void => void toldAt.delete(triggerId),
  };
}
