import type { EventRow } from "../eventstore/event/event.ts";
import { maxTagNameCharacters, maxTags, maxTagValueBytes } from "../eventstore/event/event-limits.ts";
import { tagNameFor } from "../eventstore/event/reserved-names.ts";
import { cutToBytes } from "../lib/text-bounds.ts";

/** How a tag of this name is stored; notes begin with `_` and are not. */
export function storedTagName(name: string): string {
  return isNote(name) ? name : tagNameFor(name);
}

function isNote(name: string): boolean {
  return name.startsWith("_");
}

/**
 * An event while rules work on it: its row, what tags were set on the way, the notes of the present file. One for all
 * events.
 */
export class WorkingEvent {
  row!: EventRow;
  /** Something did not fit its bound. */
  isCut = false;
  /** Name, value, … as they were set; the last of a name counts. */
  private readonly set: string[] = [];
  private readonly notes = new Map<string, string>();
  private extra: unknown;

  begin(row: EventRow): void {
    this.row = row;
    this.isCut = false;
    this.set.length = 0;
    this.extra = undefined;
    this.notes.clear();
  }

  beginFile(): void {
    if (this.notes.size > 0) this.notes.clear();
  }

  /** "" when there is none. `name` as stored. */
  tag(name: string): string {
    const { set } = this;
    for (let i = set.length - 2; i >= 0; i -= 2) if (set[i] === name) return set[i + 1]!;
    const { tags } = this.row;
    for (let i = 0; i < tags.length; i += 2) if (tags[i] === name) return tags[i + 1]!;
    return this.notes.size === 0 ? "" : (this.notes.get(name) ?? "");
  }

  /** Replaces one that is there; "" changes nothing. `name` as stored. */
  setTag(name: string, value: string): void {
    if (value === "") return;
    if (isNote(name)) this.notes.set(name, value);
    else if (name.length > maxTagNameCharacters) this.isCut = true;
    else this.set.push(name, this.fitting(value));
  }

  /** Unless there is one of that name. */
  addTag(name: string, value: string): void {
    if (this.tag(name) === "") this.setTag(name, value);
  }

  /** Text at a path of `extra_fields`: a key with dots in it, or one inside the other. */
  extraText(path: string): string {
    if (this.row.extra === "") return "";
    this.extra ??= JSON.parse(this.row.extra);
    const value = valueAt(this.extra, path);
    if (value === undefined || value === null) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  }

  /** Puts the tags into the row: sorted by name, unique, no more than an event may have. Notes stay. */
  finish(): void {
    if (this.set.length === 0) return;
    const tags = merge(this.row.tags, latest(this.set));
    this.set.length = 0;
    if (tags.length > maxTags * 2) {
      this.isCut = true;
      this.row.extra = withRest(this.row.extra, tags.splice(maxTags * 2));
    }
    this.row.tags = tags;
  }

  private fitting(value: string): string {
    const fitting = cutToBytes(value, maxTagValueBytes);
    if (fitting.length < value.length) this.isCut = true;
    return fitting;
  }
}

function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const key = path.slice(0, dot);
    if (!Object.hasOwn(value, key)) continue;
    const found = valueAt((value as Record<string, unknown>)[key], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Sorted by name; of equal names the last. */
function latest(pairs: readonly string[]): string[] {
  const sorted: string[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i]!;
    let at = sorted.length;
    while (at > 0 && sorted[at - 2]! > name) at -= 2;
    if (at > 0 && sorted[at - 2] === name) sorted[at - 1] = pairs[i + 1]!;
    else if (at === sorted.length) sorted.push(name, pairs[i + 1]!);
    else sorted.splice(at, 0, name, pairs[i + 1]!);
  }
  return sorted;
}

/** Both sorted and unique; where both have a name, the second counts. A new list: rows may share an empty one. */
function merge(old: readonly string[], set: readonly string[]): string[] {
  const merged: string[] = [];
  let i = 0;
  for (let j = 0; j < set.length; j += 2) {
    while (i < old.length && old[i]! < set[j]!) {
      merged.push(old[i]!, old[i + 1]!);
      i += 2;
    }
    if (old[i] === set[j]) i += 2;
    merged.push(set[j]!, set[j + 1]!);
  }
  for (; i < old.length; i++) merged.push(old[i]!);
  return merged;
}

/** `extra_fields` with what found no room among the tags, as intake does with tags that were sent. */
function withRest(extra: string, pairs: readonly string[]): string {
  const fields: Record<string, unknown> = Object.assign(Object.create(null), extra === "" ? {} : JSON.parse(extra));
  for (let i = 0; i < pairs.length; i += 2) {
    let free = pairs[i]!;
    while (free in fields) free += "_";
    fields[free] = pairs[i + 1];
  }
  return JSON.stringify(fields);
}
