import { freeAdded } from "../format/integers.ts";
import type { PartSink, TemplateTagsEntry } from "../format/segment-format.ts";
import { templateTagBytesMax } from "../limits.ts";

/** The template of each row of a merged segment, 0: no text; `size` of them, at most `templatesMax` and one. */
export interface TemplatesOfRows {
  readonly ids: Uint16Array;
  readonly size: number;
}

/** Undefined where the bits would take more than what they save. */
export function templateTagsOf(templates: TemplatesOfRows | undefined, tags: number): TemplateTags | undefined {
  if (templates === undefined || tags === 0) return undefined;
  const bytes = (templates.size + 1) * Math.ceil(tags / 8);
  return bytes > templateTagBytesMax ? undefined : new TemplateTags(templates, tags);
}

/** Collects which tags occur with which template, a bit for each. Twin: RowTags, which reads it. */
export class TemplateTags {
  readonly #ids: Uint16Array;
  readonly #templates: number;
  readonly #tagBytes: number;
  readonly #bits: Uint8Array;

  constructor({ ids, size }: TemplatesOfRows, tags: number) {
    this.#ids = ids;
    this.#templates = size + 1;
    this.#tagBytes = Math.ceil(tags / 8);
    this.#bits = new Uint8Array(this.#templates * this.#tagBytes);
  }

  /** The rows `at` have the tag. `place`: of the tag among those with a column of their own. */
  addRows(place: number, at: Float64Array): void {
    const bits = this.#bits;
    const tagBytes = this.#tagBytes;
    const ids = this.#ids;
    const byte = place >> 3;
    const bit = 1 << (place & 7);
    for (let i = 0; i < at.length; i++) bits[ids[at[i]!]! * tagBytes + byte]! |= bit;
  }

  /** Many rows have the tag, whatever their template. */
  addToAll(place: number): void {
    const bit = 1 << (place & 7);
    for (let i = 0; i < this.#templates; i++) this.#bits[i * this.#tagBytes + (place >> 3)]! |= bit;
  }

  encode(sink: PartSink): TemplateTagsEntry {
    const entry = { tagBytes: this.#tagBytes, part: sink.add(this.#bits) };
    freeAdded(sink, [this.#bits]);
    return entry;
  }
}
