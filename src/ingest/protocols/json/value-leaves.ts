import type { EventLeaves, KnownName } from "../../event/event-leaves.ts";

/**
 * Makes leaves of a value that JSON.parse gave: every scalar under its dotted name, behind `name`. For readers that
 * have to make something of an event anyway; the depth is bounded by whoever parsed it.
 */
export function addValueLeaves(leaves: EventLeaves, name: KnownName, value: unknown): void {
  if (typeof value !== "object") leaves.addValue(name, value as string | number | boolean);
  else if (value !== null) {
    const prefix = name.end === name.start ? name : leaves.writeName(name, ".");
    for (const key in value)
      addValueLeaves(leaves, leaves.writeName(prefix, key), (value as Record<string, unknown>)[key]);
  }
}
