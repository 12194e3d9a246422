import type { EventRow } from "../eventstore/event/event.ts";
import { tagNameCharactersMax, tagsMax, tagValueBytesMax } from "../eventstore/event/event-limits.ts";
import { addExtraFields } from "../eventstore/event/extra-fields.ts";
import { tagNameFor } from "../eventstore/event/reserved-names.ts";
import { cutToBytes } from "../lib/text-bounds.ts";
import { onlyMessageSent, sentFields } from "./sent-fields.ts";

export type TextField = "host" | "program" | "message" | "cisco_mnemonic";

/** How a tag of this name is stored; notes begin with `_` and are not. */
export function storedTagName(name: string): string {
  return isNote(name) ? name : tagNameFor(name);
}

export function isNote(name: string): boolean {
  return name.charCodeAt(0) === underscore;
}

/** Tags that came with an event and do not stand in its row. */
export interface TagsApart {
  has(name: string): boolean;
  /** Undefined: none of that name came. */
  find(name: string): string | undefined;
  /**
   * Takes the tags that rules set, as pairs in the order in which they were set, of equal names the last: they stand
   * beside the sender's, or replace them. Good until the next event begins. False: these are too many for one event, so
   * all tags must be put into the row.
   */
  keep(pairs: readonly string[]): boolean;
}

/**
 * An event while rules work on it: its row, what tags were set on the way, the notes of the present file. One for all
 * events.
 */
export class WorkingEvent {
  row!: EventRow;
  /** Something did not fit its bound. */
  isCut = false;
  /** A field or tag that came with the event has another value now. */
  hasOverwritten = false;
  private hasNewMnemonic = false;
  /** A rule set something of a name that is watched. */
  hasSetWatched = false;
  private watched: ReadonlySet<string> = nothing;
  /** The present file ships with us: what the sender set stays. */
  private keepsSent = false;
  /** See `sentFields`. */
  private sent: number = onlyMessageSent;
  /** Name, value, … as they were set; the last of a name counts. */
  private readonly set: string[] = [];
  /** By name, when many were set: the index of the last value. */
  private readonly places = new Map<string, number>();
  private readonly notes = new Map<string, string>();
  private extra: unknown;
  private apart: TagsApart | undefined;

  /** `apart`: has the tags that came, and takes those that are set. Without it they stand in the row. */
  begin(row: EventRow, sent: number = onlyMessageSent, apart?: TagsApart): void {
    this.row = row;
    this.apart = apart;
    this.sent = sent;
    this.isCut = false;
    this.hasOverwritten = false;
    this.hasNewMnemonic = false;
    this.hasSetWatched = false;
    this.watched = nothing;
    this.set.length = 0;
    if (this.places.size > 0) this.places.clear();
    this.extra = undefined;
    // Clearing an empty map is a call.
    if (this.notes.size > 0) this.notes.clear();
  }

  /** Notes from now on when tags, notes or the mnemonic are set under such names. */
  watch(names: ReadonlySet<string>): void {
    this.watched = names;
  }

  beginFile(isShipped = false): void {
    this.keepsSent = isShipped;
    if (this.notes.size > 0) this.notes.clear();
  }

  /** "" when there is none. `name` as stored. */
  tag(name: string): string {
    const place = this.placeOf(name);
    if (place >= 0) return this.set[place]!;
    return this.sentTag(name) ?? this.notes.get(name) ?? "";
  }

  /**
   * Replaces one that is there, unless the sender set it and a shipped rule asks; "" changes nothing. `name` as stored.
   */
  setTag(name: string, value: string): void {
    if (value === "") return;
    if (!this.hasSetWatched && this.watched.size > 0 && this.watched.has(name)) this.hasSetWatched = true;
    if (isNote(name)) this.notes.set(name, value);
    else if (name.length > tagNameCharactersMax) this.isCut = true;
    else {
      const isSent = this.hasSent(name);
      if (isSent && this.keepsSent) return;
      if (isSent && this.sentTag(name) !== value) this.hasOverwritten = true;
      this.set.push(name, this.fitting(value));
      if (this.set.length > fewSet) this.notePlaces();
    }
  }

  /** Sets a field unless the sender did and a shipped rule asks. `value` must fit. */
  setSeverity(value: number): void {
    if (this.mayChange("severity", this.row.severity, value)) this.row.severity = value;
  }

  setFacility(value: number): void {
    if (this.mayChange("facility", this.row.facility, value)) this.row.facility = value;
  }

  /** Microseconds since 1970; who stores the event judges whether it can be right. */
  setTime(value: number): void {
    if (this.mayChange("time", this.row.times[0], value)) this.row.times = [value];
  }

  setText(field: TextField, value: string): void {
    const place = field === "cisco_mnemonic" ? "ciscoMnemonic" : field;
    if (place === "ciscoMnemonic") {
      this.hasNewMnemonic = true;
      this.hasSetWatched = true;
    }
    if (this.mayChange(field, this.row[place], value)) this.row[place] = value;
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

  /** Puts the tags into the row: sorted by name, unique, no more than an event may have. Notes stay here. */
  finish(): void {
    if (this.set.length === 0 || this.apart?.keep(this.set)) return;
    const tags = mergeTags(this.row.tags, sortedTags(this.set));
    if (tags.length > tagsMax * 2) {
      this.isCut = true;
      this.row.extra = withRest(this.row.extra, tags.splice(tagsMax * 2));
    }
    this.row.tags = tags;
  }

  /** Whether rules have left what bears this name as it came: a tag, a note, or the mnemonic. */
  isUntouched(name: string): boolean {
    if (name === "cisco_mnemonic") return !this.hasNewMnemonic;
    return this.placeOf(name) < 0 && (this.notes.size === 0 || !this.notes.has(name));
  }

  private hasSent(name: string): boolean {
    return this.apart === undefined ? sentValue(this.row.tags, name) !== undefined : this.apart.has(name);
  }

  private sentTag(name: string): string | undefined {
    return this.apart === undefined ? sentValue(this.row.tags, name) : this.apart.find(name);
  }

  /** Notes it when a field of the sender is about to change. */
  private mayChange(field: keyof typeof sentFields, before: unknown, after: unknown): boolean {
    if (before === after || (this.sent & sentFields[field]) === 0) return true;
    if (this.keepsSent) return false;
    this.hasOverwritten = true;
    return true;
  }

  /** Index in `set` of the name's last value; -1: it was not set. */
  private placeOf(name: string): number {
    const { set } = this;
    if (set.length > fewSet) return this.places.get(name) ?? -1;
    for (let i = set.length - 2; i >= 0; i -= 2) if (set[i] === name) return i + 1;
    return -1;
  }

  /** Senders choose how many names a rule finds: going through all of them for each one would square that. */
  private notePlaces(): void {
    const { set, places } = this;
    for (let i = places.size === 0 ? 0 : set.length - 2; i < set.length; i += 2) places.set(set[i]!, i + 1);
  }

  private fitting(value: string): string {
    const fitting = cutToBytes(value, tagValueBytesMax);
    if (fitting.length < value.length) this.isCut = true;
    return fitting;
  }
}

const nothing: ReadonlySet<string> = new Set();

/** Finds a name in pairs sorted by name. */
function sentValue(tags: readonly string[], name: string): string | undefined {
  let from = 0;
  for (let to = tags.length; to - from > 16; ) {
    const middle = from + (((to - from) >> 2) << 1);
    if (tags[middle]! <= name) from = middle;
    else to = middle;
  }
  for (let i = from; i < tags.length && tags[i]! <= name; i += 2) if (tags[i] === name) return tags[i + 1];
  return undefined;
}

const underscore = 0x5f;
/** Names and values together; up to this many, a scan beats a map. */
const fewSet = 64;

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
export function sortedTags(pairs: readonly string[]): string[] {
  return pairs.length > fewSet ? sortedMany(pairs) : sortedFew(pairs);
}

function sortedMany(pairs: readonly string[]): string[] {
  const values = new Map<string, string>();
  for (let i = 0; i < pairs.length; i += 2) values.set(pairs[i]!, pairs[i + 1]!);
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
}

function sortedFew(pairs: readonly string[]): string[] {
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
export function mergeTags(old: readonly string[], set: readonly string[]): string[] {
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
  addExtraFields(fields, pairs);
  return JSON.stringify(fields);
}
