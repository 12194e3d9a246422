import type { EventRow } from "../../eventstore/event/event.ts";
import { foldCase } from "../../filter/words/fold-case.ts";
import type { Access, BaseTextField, CodeField, TextField } from "./access.ts";
import { LiteralFinder } from "./literal-finder.ts";

/**
 * Which of many triggers an event may fire, by the event's own values: a look-up for each field that some trigger
 * names, and one pass over each text that one searches. Places are numbers from 0. Not to be used for two events at a
 * time.
 */
export class TriggerIndex {
  private readonly everywhere: number[] = [];
  private readonly codes: Record<CodeField, number[][]> = { severity: lists(8), facility: lists(24), type: lists(5) };
  private readonly usedCodes: CodeField[];
  private readonly base: Partial<Record<BaseTextField, TextIndex>> = {};
  private readonly tags = new Map<string, TextIndex>();
  private readonly patterns = new Map<string, number[]>();
  private readonly newPatterns: number[] = [];
  private readonly stamps: Uint32Array;
  private stamp = 0;
  private readonly candidates: number[] = [];
  private readonly add = (places: readonly number[]): void => this.addPlaces(places);

  /** By place the property that an event must have; undefined: none is known. */
  constructor(accesses: readonly (Access | undefined)[]) {
    for (const [place, access] of accesses.entries()) this.enter(access, place);
    for (const index of [...Object.values(this.base), ...this.tags.values()]) index.finish();
    this.usedCodes = (Object.keys(this.codes) as CodeField[]).filter((column) =>
      this.codes[column].some((places) => places.length > 0),
    );
    this.stamps = new Uint32Array(accesses.length);
  }

  /** Some trigger checks patterns. */
  get asksPatterns(): boolean {
    return this.patterns.size > 0 || this.newPatterns.length > 0;
  }

  /** Places that the event may fire, rising; `pattern` if some trigger checks it. Good until the next call. */
  candidatesFor(event: EventRow, pattern?: AskedPattern): readonly number[] {
    this.stamp = (this.stamp + 1) >>> 0;
    if (this.stamp === 0) {
      this.stamps.fill(0);
      this.stamp = 1;
    }
    const { candidates, base, add } = this;
    candidates.length = 0;
    add(this.everywhere);
    if (pattern !== undefined) {
      if (pattern.isNew) add(this.newPatterns);
      add(this.patterns.get(pattern.id) ?? none);
      for (const family of pattern.families) add(this.patterns.get(family) ?? none);
    }
    for (const column of this.usedCodes) add(this.codes[column][event[column]] ?? none);
    base.host?.visit(event.host, add);
    base.program?.visit(event.program, add);
    base.message?.visit(event.message, add);
    base.cisco_mnemonic?.visit(event.ciscoMnemonic, add);
    if (this.tags.size > 0)
      for (let i = 0; i < event.tags.length; i += 2) this.tags.get(event.tags[i]!)?.visit(event.tags[i + 1]!, add);
    return candidates.length > 1 ? candidates.sort(rising) : candidates;
  }

  private enter(access: Access | undefined, place: number): void {
    if (access === undefined) this.everywhere.push(place);
    else if (access.kind === "any") for (const one of access.accesses) this.enter(one, place);
    else if (access.kind === "new-pattern") this.newPatterns.push(place);
    else if (access.kind === "pattern") for (const id of access.ids) listIn(this.patterns, id).push(place);
    else if (access.kind === "code") for (const code of access.codes) this.codes[access.column][code]!.push(place);
    else if (access.kind === "tag") this.indexOf({ tag: access.name }).present.push(place);
    else if (access.kind === "literal")
      for (const literal of access.literals) listIn(this.indexOf(access.field).literals, literal).push(place);
    else for (const value of access.values) listIn(this.indexOf(access.field).values, value).push(place);
  }

  private indexOf(field: TextField): TextIndex {
    if (typeof field === "string") {
      this.base[field] ??= new TextIndex();
      return this.base[field];
    }
    const index = this.tags.get(field.tag) ?? new TextIndex();
    this.tags.set(field.tag, index);
    return index;
  }

  private addPlaces(places: readonly number[]): void {
    for (const place of places) {
      if (this.stamps[place] === this.stamp) continue;
      this.stamps[place] = this.stamp;
      this.candidates.push(place);
    }
  }
}

/** The patterns that triggers check. */
export interface AskedPattern {
  readonly id: string;
  /** The ids of its families that some trigger checks. */
  readonly families: readonly string[];
  readonly isNew: boolean;
}

/** The values of one field that triggers check. */
class TextIndex {
  /** By the whole text, in one case. */
  readonly values = new Map<string, number[]>();
  /** By a text inside it. */
  readonly literals = new Map<string, number[]>();
  /** By its presence. */
  readonly present: number[] = [];
  private finder: LiteralFinder | undefined;

  /** No more triggers are added. */
  finish(): void {
    if (this.literals.size > 0) this.finder = new LiteralFinder(this.literals);
  }

  visit(text: string, add: (places: readonly number[]) => void): void {
    if (text === "") return;
    if (this.present.length > 0) add(this.present);
    if (this.values.size > 0) {
      const places = this.values.get(foldCase(text));
      if (places) add(places);
    }
    this.finder?.find(text, add);
  }
}

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
