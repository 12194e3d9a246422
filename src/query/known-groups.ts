import type { PackedTexts, Segment } from "../eventstore/segment.ts";
import type { Field } from "../filter/fields.ts";
import type { ValueTable } from "./value-table.ts";

/** Names a field's values among what is kept with a segment. */
export function fieldKey(field: Field): string {
  if (field.kind === "tag") return `tag ${field.name}`;
  return field.kind === "text" || field.kind === "code" ? field.column : field.kind;
}

interface KnownGroups {
  table: number;
  groups: Uint32Array;
  byteLength: number;
}

/**
 * The groups of all values of a segment's dictionary, in its order, when the table is one that stays: kept with the segment for the next question. `isWorthIt`: whether
 * to look all of them up when they are not known yet. Undefined: those that are wanted have to be looked up one by one.
 */
export function knownGroups(
  { memory }: Segment,
  field: string,
  table: ValueTable,
  texts: () => PackedTexts,
  isWorthIt: boolean,
): Uint32Array | undefined {
  if (!memory || !table.isKept) return undefined;
  const key = `groups ${field}`;
  const known = memory.recall<KnownGroups>(key);
  // Of a table that is gone by now they say nothing.
  if (known?.table === table.number) return known.groups;
  if (!isWorthIt) return undefined;
  const { bytes, offsets } = texts();
  const groups = new Uint32Array(offsets.length - 1);
  for (let text = 0; text < groups.length; text++)
    groups[text] = table.idOfBytes(bytes, offsets[text]!, offsets[text + 1]! - 1);
  const piece: KnownGroups = { table: table.number, groups, byteLength: groups.byteLength };
  memory.keep(key, piece);
  return groups;
}
