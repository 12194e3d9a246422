import type { System } from "./schema.ts";

/** Retention, as the settings say; 0: no bound. */
export interface KeptEvents {
  retentionDays: number;
  retentionBytes: number;
  minFreeBytes: number;
}

interface StoredDay {
  /** YYYY-MM-DD, UTC. */
  day: string;
  bytes: number;
}

type Forecast = System["storage"]["forecast"];

/** Days that a rate is computed from: one week has all kinds of days. */
const rateDays = 7;
const dayMs = 86_400_000;

/**
 * Forecasts the size of the event files if every day stores as much as the last whole days: when the disk is full, and
 * from when on days are deleted. Days are those of the events' own times, so an import of old logs changes nothing.
 * Epoch milliseconds in, epoch seconds out.
 */
export function forecastStorage(
  days: readonly StoredDay[],
  freeBytes: number,
  { retentionDays, retentionBytes, minFreeBytes }: KeptEvents,
  nowMs: number,
): Forecast {
  const today = Math.floor(nowMs / dayMs);
  const known = days.map(({ day, bytes }) => ({ number: Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs), bytes }));
  const perDay = bytesPerDay(known, today);
  const total = known.reduce((sum, { bytes }) => sum + bytes, 0);
  const oldest = known.length === 0 ? undefined : Math.min(...known.map(({ number }) => number));
  const after = (bytes: number) =>
    perDay === null || perDay === 0 ? null : secondsOf(nowMs + (Math.max(0, bytes) / perDay) * dayMs);
  const byAge = retentionDays === 0 || oldest === undefined ? null : secondsOf((oldest + 1 + retentionDays) * dayMs);
  const bySize = retentionBytes === 0 ? null : after(retentionBytes - total);
  const deletesFrom = earlier(byAge, bySize);
  const room = freeBytes - minFreeBytes;
  const grownBytes = Math.min(
    retentionBytes || Number.POSITIVE_INFINITY,
    perDay === null || retentionDays === 0 ? Number.POSITIVE_INFINITY : (retentionDays + 1) * perDay,
  );
  return {
    bytes_per_day: perDay === null ? null : Math.round(perDay),
    deletes_from: deletesFrom,
    deletes_because: deletesFrom === null ? null : deletesFrom === byAge ? "age" : "size",
    // Days deleted in time make room for new events.
    full_at: grownBytes - total > room ? after(room) : null,
  };
}

/** On average over the last whole days; a service of one day counts its events of today. */
function bytesPerDay(days: readonly { number: number; bytes: number }[], today: number): number | null {
  const past = days.filter(({ number }) => number < today && number >= today - rateDays);
  if (past.length === 0) {
    const now = days.find(({ number }) => number === today);
    return now === undefined ? null : now.bytes;
  }
  const oldest = Math.min(...past.map(({ number }) => number));
  return past.reduce((sum, { bytes }) => sum + bytes, 0) / (today - oldest);
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}
