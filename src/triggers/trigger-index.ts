import type { EventRow } from "../eventstore/event.ts";
import { foldCase } from "../filter/fold-case.ts";
import type { Access } from "./access.ts";
import { LiteralFinder } from "./literal-finder.ts";

/**
 * Which of many triggers an event may fire, by what the event has: a look-up for each field that some trigger names, and one pass over
 * the message. Places are numbers from 0. Not to be used for two events at a time.
 */
export class TriggerIndex {
  private readonly everywhere: number[] = [];
  private readonly codes = { severity: lists(8), facility: lists(24), type: lists(5) };
  private readonly usesCodes: ("severity" | "facility" | "type")[] = [];
  private readonly values = { host: new Map(), program: new Map(), cisco_mnemonic: new Map() } as Record<
    "host" | "program" | "cisco_mnemonic",
    Places
  >;
  private readonly tagValues = new Map<string, Places>();
  private readonly tags = new Map<string, number[]>();
  private readonly literals: LiteralFinder | undefined;
  private readonly stamps: Uint32Array;
  private stamp = 0;
  private candidates: number[] = [];
  private readonly note = (places: readonly number[]): void => this.add(places);

  /** By place what an event must have; undefined: nothing that is known. */
  constructor(accesses: readonly (Access | undefined)[]) {
    const literals = new Map<string, number[]>();
    for (const [place, access] of accesses.entries()) this.enter(access, place, literals);
    this.literals = literals.size === 0 ? undefined : new LiteralFinder(literals);
    for (const column of ["severity", "facility", "type"] as const)
      if (this.codes[column].some((places) => places.length > 0)) this.usesCodes.push(column);
    this.stamps = new Uint32Array(accesses.length);
  }

  /** Places that the event may fire, rising. Good until the next call. */
  candidatesFor(event: EventRow): readonly number[] {
    if (++this.stamp === 2 ** 32) {
      this.stamps.fill(0);
      this.stamp = 1;
    }
    this.candidates.length = 0;
    this.add(this.everywhere);
    for (const column of this.usesCodes) this.add(this.codes[column][event[column]] ?? none);
    this.addValue(this.values.host, event.host);
    this.addValue(this.values.program, event.program);
    this.addValue(this.values.cisco_mnemonic, event.ciscoMnemonic);
    if (this.tags.size + this.tagValues.size > 0) this.addTags(event.tags);
    this.literals?.find(event.message, this.note);
    return this.candidates.length > 1 ? this.candidates.sort(rising) : this.candidates;
  }

  private enter(access: Access | undefined, place: number, literals: Map<string, number[]>): void {
    if (access === undefined) this.everywhere.push(place);
    else if (access.kind === "code") for (const code of access.codes) this.codes[access.column][code]!.push(place);
    else if (access.kind === "tag") listIn(this.tags, access.name).push(place);
    else if (access.kind === "literal") for (const literal of access.literals) listIn(literals, literal).push(place);
    else for (const value of access.values) listIn(this.placesOf(access.field), value).push(place);
  }

  private placesOf(field: string): Places {
    if (field === "host" || field === "program" || field === "cisco_mnemonic") return this.values[field];
    const name = field.slice("tag ".length);
    const places = this.tagValues.get(name) ?? new Map();
    this.tagValues.set(name, places);
    return places;
  }

  private addTags(tags: readonly string[]): void {
    for (let i = 0; i < tags.length; i += 2) {
      const places = this.tags.get(tags[i]!);
      if (places) this.add(places);
      const values = this.tagValues.get(tags[i]!);
      if (values) this.addValue(values, tags[i + 1]!);
    }
  }

  private addValue(values: Places, text: string): void {
    if (values.size === 0 || text === "") return;
    const places = values.get(foldCase(text));
    if (places) this.add(places);
  }

  private add(places: readonly number[]): void {
    for (const place of places) {
      if (this.stamps[place] === this.stamp) continue;
      this.stamps[place] = this.stamp;
      this.candidates.push(place);
    }
  }
}

type Places = Map<string, number[]>;

const none: readonly number[] = [];

function rising(a: number, b: number): number {
  return a - b;
}

function lists(count: number): number[][] {
  return Array.from({ length: count }, () => []);
}

function listIn(map: Map<string, number[]>, key: string): number[] {
  const known = map.get(key);
  if (known) return known;
  const list: number[] = [];
  map.set(key, list);
  return list;
}
