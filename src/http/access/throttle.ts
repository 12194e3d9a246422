import { AppError } from "../../lib/errors.ts";
import { sha256Hex } from "../../lib/ids.ts";
import { failedLoginsMax, throttleEntriesMax, throttleWindowMs } from "../limits.ts";

/** Counts failed attempts per (name, address) and refuses more than the bound in a window. */
export interface Throttle {
  /**
   * Takes one attempt, so that concurrent attempts cannot slip through; throws `too_many` when none is left. It counts
   * as failed unless `succeeded` follows, which forgives the earlier ones too.
   */
  attempt(name: string, address: string): { succeeded(): void };
}

/** `now`: monotonic milliseconds. */
export function createThrottle(now: () => number = performance.now.bind(performance)): Throttle {
  const failures = new Map<string, number[]>();
  return {
    attempt(name, address) {
      const key = `${sha256Hex(name)} ${address}`;
      const recent = (failures.get(key) ?? []).filter((time) => now() - time < throttleWindowMs);
      if (recent.length >= failedLoginsMax) throw tooMany(throttleWindowMs - (now() - (recent[0] ?? 0)));
      failures.delete(key);
      forgetOldest(failures);
      failures.set(key, [...recent, now()]);
      return { succeeded: () => void failures.delete(key) };
    },
  };
}

/** A Map keeps insertion order, and each attempt is inserted again. */
function forgetOldest(failures: Map<string, number[]>): void {
  if (failures.size < throttleEntriesMax) return;
  const oldest = failures.keys().next().value;
  if (oldest !== undefined) failures.delete(oldest);
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("too_many", `Too many failed attempts. Try again in ${seconds} seconds.`, {
    headers: { "Retry-After": String(seconds) },
  });
}
