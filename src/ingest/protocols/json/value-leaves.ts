import type { EventLeaves, KnownName } from "../../event/event-leaves.ts";

/**
 * Makes leaves of a value from JSON.parse: every scalar under its dotted name, prefixed by `name`. For readers that
 * have to build an object anyway; the caller's parser bounds the depth.
 */
export function addValueLeaves(leaves: EventLeaves, name: KnownName, value: unknown): void {
  if (typeof value !== "object") leaves.addValue(name, value as string | number | boolean);
  else if (value !== null) {
    const prefix = name.end === name.start ? name : leaves.writeName(name, ".");
    for (const key in value)
      addValueLeaves(leaves, leaves.writeName(prefix, key), (value as Record<string, unknown>)[key]);
  }
}
