import type { Snapshot } from "../eventstore/snapshot.ts";
import type { DamageFound } from "./question.ts";

/** The same instant without the days that turned out to be damaged; its warnings name them. */
export function withoutDamage(snapshot: Snapshot, damaged: readonly DamageFound[]): Snapshot {
  if (damaged.length === 0) return snapshot;
  const days = new Set(damaged.map(({ day }) => day));
  return {
    ...snapshot,
    segments: snapshot.segments.filter((segment) => segment.place === "memory" || !days.has(segment.day)),
    warnings: [...snapshot.warnings, ...damaged.map(({ day, file }) => ({ day, file }))],
  };
}
