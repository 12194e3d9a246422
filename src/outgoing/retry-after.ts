import { type Clock, systemClock } from "../lib/clock.ts";

/**
 * The pause that a header `Retry-After` asks for, in seconds or until a date; undefined when it cannot be understood.
 */
export function retryAfterOf(header: string | undefined, clock: Clock = systemClock): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const until = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - clock());
}
