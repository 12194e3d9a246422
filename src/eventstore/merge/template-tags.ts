import { freeArrays } from "../../runtime/free-arrays.ts";
import type { PartSink, TemplateTagsEntry } from "../format/segment-format.ts";
import { templateTagBytesMax } from "../limits.ts";

/** The template of each row of a merged segment, 0: none; `size` of them. */
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
class TemplateTags {
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

  /** The rows `at` have the tag; undefined: any may have it. */
  add(tag: number, at: Float64Array | undefined): void {
    const bits = this.#bits;
    const tagBytes = this.#tagBytes;
    const ids = this.#ids;
    const place = tag >> 3;
    const bit = 1 << (tag & 7);
    if (at === undefined) for (let i = 0; i < this.#templates; i++) bits[i * tagBytes + place]! |= bit;
    else for (let i = 0; i < at.length; i++) bits[ids[at[i]!]! * tagBytes + place]! |= bit;
  }

  encode(sink: PartSink): TemplateTagsEntry {
    const entry = { tagBytes: this.#tagBytes, part: sink.add(this.#bits) };
    if (!sink.inMemory) freeArrays([this.#bits]);
    return entry;
  }
}
