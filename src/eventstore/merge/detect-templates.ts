import { TextRows } from "../columns/text-rows.ts";
import { templatesFew, templatesMax, templateUsesMin } from "../limits.ts";
import type { Column } from "../segment.ts";
import { hashTemplate, isWholeText, kindOfHole, writeTemplate } from "../template.ts";
import type { MergedDictionary } from "./merge-dictionaries.ts";
import type { MergeOrder } from "./merge-order.ts";
import { type UnitedTemplate, type UsedTemplate, uniteTemplates } from "./unite-templates.ts";

/** The template that each row seems to have, by hashes alone; reading the holes confirms it. */
export interface TemplateRows {
  /** By row; 0: the text is kept whole. */
  ids: Uint32Array;
  /** By id; [0] is undefined. */
  templates: (Uint8Array | undefined)[];
}

/** Goes through the texts once. Undefined when templates would not pay. */
export function* detectTemplates(
  columns: readonly (Column | undefined)[],
  { rows, source, row }: MergeOrder,
): Generator<void, TemplateRows | undefined> {
  const texts = new TextRows(columns);
  const table = new TemplateTable();
  const ids = new Uint32Array(rows);
  let used = 0;
  let isExamined = false;
  for (let i = 0; i < rows; i++) {
    if ((i & 0x1fff) === 0x1fff) {
      yield;
      if (!isExamined && table.size > templatesMax && table.size * 2 > used) {
        if (!(yield* table.repeats(used))) return undefined;
        isExamined = true;
      }
    }
    texts.seek(source[i]!, row[i]!);
    if (texts.from === texts.to) continue;
    used++;
    ids[i] = table.idOf(texts.bytes, texts.from, texts.to);
  }
  const kept = yield* table.keep();
  let covered = 0;
  let constant = 0;
  for (let i = 0; i < rows; i++) {
    const id = kept.renumbered[ids[i]!]!;
    ids[i] = id;
    if (id === 0) continue;
    covered++;
    constant += kept.constant[id]!;
  }
  if (covered * 2 < used || constant < covered * constantBytesMin) return undefined;
  return { ids, templates: kept.templates };
}

/** True when all of these templates would be kept if their texts came together. */
export function areWorthIt({ values, ids }: MergedDictionary): boolean {
  const { size, bytes, offsets } = values;
  if (size <= templatesFew) return true;
  const uses = new Uint32Array(size + 1);
  for (let row = 0; row < ids.length; row++) uses[ids[row]!]! += 1;
  for (let id = 1; id <= size; id++)
    if (uses[id]! < templateUsesMin && !isWholeText(bytes, offsets[id - 1]!, offsets[id]! - 1)) return false;
  return true;
}

/** A template must save this many bytes per text, or the text alone is as good. */
const constantBytesMin = 12;

/** Numbers templates from 1 up. Beyond a bound new ones get no number: such texts do not repeat. */
class TemplateTable {
  size = 0;
  readonly #hash = new Int32Array(2);
  readonly #known = new Map<number, number>();
  readonly #templates: (Uint8Array | undefined)[] = [undefined];
  readonly #uses: number[] = [0];
  #templateBytes = 0;

  idOf(bytes: Uint8Array, from: number, to: number): number {
    if (!hashTemplate(bytes, from, to, this.#hash)) return 0;
    const key = (this.#hash[0]! >>> 0) * 2 ** 21 + (this.#hash[1]! & 0x1fffff);
    let id = this.#known.get(key);
    if (id === undefined) {
      if (this.size >= countedMax || this.#templateBytes >= countedBytesMax) return 0;
      id = ++this.size;
      this.#known.set(key, id);
      const template = writeTemplate(bytes, from, to);
      this.#templateBytes += template.length;
      this.#templates.push(template);
      this.#uses.push(0);
    }
    this.#uses[id]!++;
    return id;
  }

  /** Whether half of the texts so far have templates that are worth it. */
  *repeats(texts: number): Generator<void, boolean> {
    return (yield* this.#worthIt()).reduce((sum, { uses }) => sum + uses, 0) * 2 >= texts;
  }

  /** Those that are worth it, renumbered from 1 up. Several of the old numbers may have one template. */
  *keep(): Generator<void, { renumbered: Uint32Array; templates: (Uint8Array | undefined)[]; constant: number[] }> {
    const renumbered = new Uint32Array(this.size + 1);
    const templates: (Uint8Array | undefined)[] = [undefined];
    const constant = [0];
    for (const { ids, template } of yield* this.#worthIt()) {
      for (const id of ids) renumbered[id] = templates.length;
      templates.push(template);
      constant.push(constantBytesOf(template));
    }
    return { renumbered, templates, constant };
  }

  *#worthIt(): Generator<void, UnitedTemplate[]> {
    const all = Array.from({ length: this.size }, (_, i): UsedTemplate => {
      return { id: i + 1, template: this.#templates[i + 1]!, uses: this.#uses[i + 1]! };
    });
    const alone = ({ id, ...one }: UsedTemplate): UnitedTemplate => ({ ...one, ids: [id] });
    if (this.size <= templatesFew) return all.map(alone);
    all.sort((a, b) => b.uses - a.uses || a.id - b.id);
    const often = all.filter(({ uses }) => uses >= templateUsesMin).map(alone);
    const united = (yield* uniteTemplates(all.slice(often.length), templateUsesMin)).filter(
      ({ template }) => constantBytesOf(template) >= constantBytesMin,
    );
    return [...often, ...united].sort((a, b) => b.uses - a.uses || a.ids[0]! - b.ids[0]!).slice(0, templatesMax);
  }
}

function constantBytesOf(template: Uint8Array): number {
  let constant = 0;
  for (let at = 0; at < template.length; at++) if (kindOfHole(template[at]!) === undefined) constant++;
  return constant;
}

/** Their texts are in memory while they are counted. */
const countedMax = 65_536;
const countedBytesMax = 16 * 1024 * 1024;
