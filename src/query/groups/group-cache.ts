import type { PackedTexts, Segment } from "../../eventstore/segment.ts";
import type { Field } from "../../filter/condition/fields.ts";
import type { ChosenRows } from "../query-kind.ts";
import type { ValueTable } from "../values/value-table.ts";

/** Names a field's values among what is kept with a segment. */
export function fieldKey(field: Field): string {
  if (field.kind === "tag") return `tag ${field.name}`;
  return field.kind === "text" || field.kind === "code" ? field.column : field.kind;
}

/** Precomputed counts of a field: with a filter on it few values may pass. */
export function wantedOf({ conditions }: ChosenRows): LookUpAll {
  return conditions.length === 0 ? "wanted" : "spare";
}

interface CachedGroups {
  table: number;
  groups: Uint32Array;
  byteLength: number;
}

/** Whether to look all values up when they are not known yet: "spare" when the question may want only some of them. */
export type LookUpAll = "wanted" | "spare" | "no";

/**
 * The groups of all values of a segment's dictionary, in its order, when the table is kept: cached with the segment for
 * the next question. Undefined: look up the wanted ones one by one.
 */
export function cachedGroups(
  { cache }: Segment,
  field: string,
  table: ValueTable,
  texts: () => PackedTexts,
  all: LookUpAll,
): Uint32Array | undefined {
  if (!cache || !table.isKept) return undefined;
  const key = `groups ${field}`;
  const known = cache.recall<CachedGroups>(key);
  // They belong to a table that no longer exists.
  if (known?.table === table.number) return known.groups;
  if (all === "no") return undefined;
  const { bytes, offsets } = texts();
  // A question must not be refused for values that it does not want.
  if (all === "spare" && !table.hasRoomToSpare(offsets.length - 1, bytes.length)) return undefined;
  const groups = new Uint32Array(offsets.length - 1);
  for (let text = 0; text < groups.length; text++)
    groups[text] = table.idOfBytes(bytes, offsets[text]!, offsets[text + 1]! - 1);
  const piece: CachedGroups = { table: table.number, groups, byteLength: groups.byteLength };
  // A table that grew too large is dropped after this question, so caching numbers into it would waste memory.
  if (table.mayStay) cache.keep(key, piece, valuesEffort);
  return groups;
}

/** To look a value up takes this much longer than to unpack the bytes of its number. */
const valuesEffort = 20;
