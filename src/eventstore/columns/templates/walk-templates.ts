import type { Column, RowWindow, TemplateTexts, TextMachine } from "../../segment.ts";
import { anyHole, type HoleKind, holeKinds, numberHole, wordHole } from "../../template.ts";
import { readValues } from "../read-values.ts";
import { TextRows } from "../text-rows.ts";

/**
 * Leads a machine through the texts of rows without putting these together: through the constant text of a template
 * once for all its rows that are in the same state, and through what fills a hole only where it matters.
 */
export class TemplateWalker {
  readonly #templates: TemplateTexts;
  readonly #parts: TemplateParts;
  readonly #holes: Record<HoleKind, (HoleReader | undefined)[]> = { number: [], word: [], any: [] };
  #whole: HoleReader | undefined;
  /** The template of each row. */
  #ids = new Uint32Array(0);
  /** By row: the next one of its template. */
  #next = new Int32Array(0);
  /** By template: its first row. */
  readonly #heads: Int32Array;
  #places = new Uint32Array(0);

  constructor(templates: TemplateTexts) {
    this.#templates = templates;
    this.#parts = new TemplateParts(templates.ids.texts);
    this.#heads = new Int32Array(templates.ids.valueCount).fill(chainEnd);
  }

  /** Writes the state behind the text of each of some rising rows. */
  walk(rows: Uint32Array, machine: TextMachine, states: Int32Array): void {
    this.#chain(rows);
    states.fill(machine.start, 0, rows.length);
    for (let at = 0; at < rows.length; at++) {
      const id = this.#ids[at]!;
      const count = this.#unchain(id);
      if (count > 0) this.#lead(id, { rows, machine, states, places: this.#places, count });
    }
  }

  #chain(rows: Uint32Array): void {
    if (this.#next.length < rows.length) {
      this.#ids = new Uint32Array(rows.length);
      this.#next = new Int32Array(rows.length);
      this.#places = new Uint32Array(rows.length);
    }
    readValues(rows, rows.length, this.#templates.ids.ids, this.#ids);
    // Some are left if the last walk was stopped.
    for (let at = 0; at < rows.length; at++) this.#heads[this.#ids[at]!] = chainEnd;
    for (let at = rows.length - 1; at >= 0; at--) {
      const id = this.#ids[at]!;
      this.#next[at] = this.#heads[id]!;
      this.#heads[id] = at;
    }
  }

  /** Writes the places of a template, and gives how many there are. */
  #unchain(id: number): number {
    let count = 0;
    for (let place = this.#heads[id]!; place !== chainEnd; place = this.#next[place]!) this.#places[count++] = place;
    this.#heads[id] = chainEnd;
    return count;
  }

  #lead(id: number, some: RowsOfTemplate): void {
    if (id === 0) return;
    if (id === this.#templates.wholeId) {
      this.#whole ??= new HoleReader(this.#templates.whole()!, this.#templates.window);
      this.#whole.lead(some, undefined);
      return;
    }
    const { ends, parts, bytes } = this.#parts;
    for (let part = ends[id - 1]!; part < ends[id]!; part++) {
      const first = parts[2 * part]!;
      const second = parts[2 * part + 1]!;
      if (first >= 0) leadThrough(bytes, first, second, some);
      else if (!this.#hole(holeKinds[-1 - first]!, second).lead(some, holeKinds[-1 - first]!)) return;
    }
  }

  #hole(kind: HoleKind, index: number): HoleReader {
    const known = this.#holes[kind][index];
    if (known) return known;
    const reader = new HoleReader(this.#templates.hole({ kind, index }), this.#templates.window);
    this.#holes[kind][index] = reader;
    return reader;
  }
}

const chainEnd = -1;
/** No state; of a hole: it depends on the filling. */
const none = -1;

/** What the templates of a dictionary consist of. */
class TemplateParts {
  readonly bytes: Uint8Array;
  /** Two numbers a part: where constant text begins and ends in `bytes`, or −1 − a kind of hole and its index. */
  readonly parts: Int32Array;
  /** By template: where its parts end; those of the first one begin at 0. */
  readonly ends: Uint32Array;

  constructor({ bytes, offsets }: TemplateTexts["ids"]["texts"]) {
    // Of one JavaScript kind, which keeps loops over them fast.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts: number[] = [];
    this.ends = new Uint32Array(offsets.length);
    for (let id = 1; id < offsets.length; id++) {
      this.#read(offsets[id - 1]!, offsets[id]! - 1, parts);
      this.ends[id] = parts.length / 2;
    }
    this.parts = Int32Array.from(parts);
  }

  #read(from: number, to: number, parts: number[]): void {
    const counts = [0, 0, 0];
    let begin = from;
    for (let i = from; i < to; i++) {
      const sign = this.bytes[i]!;
      if (sign > lastHole || sign < firstHole) continue;
      if (i > begin) parts.push(begin, i);
      const kind = sign - firstHole;
      parts.push(-1 - kind, counts[kind]!++);
      begin = i + 1;
    }
    if (to > begin) parts.push(begin, to);
  }
}

/** In the order of `holeKinds`. */
const [firstHole, lastHole] = [Math.min(numberHole, wordHole, anyHole), Math.max(numberHole, wordHole, anyHole)];

interface RowsOfTemplate {
  readonly rows: Uint32Array;
  readonly machine: TextMachine;
  /** By place in `rows`. */
  readonly states: Int32Array;
  /** Of the rows of the template, rising. */
  readonly places: Uint32Array;
  readonly count: number;
}

/** Through constant text. */
function leadThrough(bytes: Uint8Array, from: number, to: number, some: RowsOfTemplate): void {
  const { machine, states, places, count } = some;
  const { finalMax } = machine;
  let last = none;
  let behind = none;
  for (let i = 0; i < count; i++) {
    const state = states[places[i]!]!;
    if (state <= finalMax) continue;
    if (state !== last) {
      last = state;
      behind = machine.run(state, bytes, from, to);
    }
    states[places[i]!] = behind;
  }
}

/** Through what fills a hole, or is a whole text. */
class HoleReader {
  readonly #numbers: RowWindow | undefined;
  readonly #texts: TextRows | undefined;

  constructor(column: Column, windowOf: TemplateTexts["window"]) {
    if (column.encoding === "number" && column.scale === 1) this.#numbers = windowOf(column);
    else this.#texts = new TextRows([column], windowOf);
  }

  /** False when all rows are in a final state. `kind`: undefined where texts are whole. */
  lead({ rows, machine, states, places, count }: RowsOfTemplate, kind: HoleKind | undefined): boolean {
    const { finalMax } = machine;
    let last = none;
    let behind = none;
    let isOpen = false;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const state = states[place]!;
      if (state <= finalMax) continue;
      if (state !== last) {
        last = state;
        behind = kind === undefined ? none : machine.behindAny(state, kind);
      }
      const next = behind === none ? this.#run(machine, state, rows[place]!) : behind;
      states[place] = next;
      isOpen ||= next > finalMax;
    }
    return isOpen;
  }

  #run(machine: TextMachine, state: number, row: number): number {
    if (this.#numbers) {
      const { values, first } = this.#numbers.openOn(row);
      return machine.runNumber(state, values[row - first]!);
    }
    const texts = this.#texts!;
    texts.seek(0, row);
    return machine.run(state, texts.bytes, texts.from, texts.to);
  }
}
