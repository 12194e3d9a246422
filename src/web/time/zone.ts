import { useSyncExternalStore } from "react";
import type { Wall } from "./wall.ts";

const key = "vigie.zone";
const listeners = new Set<() => void>();

/** The browser's own zone. */
const localZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

let zone = localStorage.getItem(key) ?? localZone;

/** The zone that all times are shown in, and that "today" is a day of. */
export function useZone(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => zone,
  );
}

/** Undefined: the browser's own. */
export function chooseZone(name: string = localZone): void {
  zone = name;
  if (name === localZone) localStorage.removeItem(key);
  else localStorage.setItem(key, name);
  for (const listener of listeners) listener();
}

export function listZones(): string[] {
  return [...new Set([localZone, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

export function wallOf(epoch: number, zoneName: string): Wall {
  const parts = formatterOf(zoneName).formatToParts(epoch * 1000);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}

/** The instant, in epoch seconds, at which clocks of the zone show this; the earlier one where they show it twice. */
export function epochOf(wall: Wall, zoneName: string): number {
  const { year, month, day, hour, minute, second } = wall;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  const candidates = [asUtc - 86_400, asUtc + 86_400].map((near) => asUtc - offsetAt(near, zoneName));
  const fitting = candidates.filter((epoch) => epoch + offsetAt(epoch, zoneName) === asUtc);
  // A clock time that is skipped when summer begins is read as the one an hour later.
  return Math.min(...(fitting.length > 0 ? fitting : [asUtc - offsetAt(asUtc - 86_400, zoneName)]));
}

/** Seconds that clocks of the zone are ahead of UTC. */
export function offsetAt(epoch: number, zoneName: string): number {
  const { year, month, day, hour, minute, second } = wallOf(epoch, zoneName);
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - Math.floor(epoch);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const numeric = "numeric";
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formatters.set(timeZone, made);
  return made;
}
