import { FormatError, type SegmentDirectory } from "../format/segment-format.ts";
import type { Column, DictionaryColumn } from "../segment.ts";

/** Which tags occur with which template of a segment. */
export interface TagsOfTemplates {
  /** The template of each row. */
  readonly ids: DictionaryColumn;
  readonly tagBytes: number;
  /** See TemplateTagsEntry. */
  readonly bits: Uint8Array;
}

/**
 * The tags with a column of their own, row by row. A segment may have hundreds of them and an event a dozen, so only
 * columns that occur with the event's template are opened.
 */
export class RowTags {
  readonly #names: readonly string[];
  readonly #open: (name: string) => Column;
  readonly #templates: TagsOfTemplates | undefined;
  readonly #columns: (Column | undefined)[] = [];
  readonly #all: readonly number[];
  readonly #byTemplate = new Map<number, readonly number[]>();

  /** `tags`: by name. `templates`: undefined where any tag may occur with any. */
  constructor(tags: SegmentDirectory["tags"], open: (name: string) => Column, templates: TagsOfTemplates | undefined) {
    this.#names = tags.map(([name]) => name);
    this.#open = open;
    this.#templates = templates;
    this.#all = tags.map((_, place) => place);
    if (templates && templates.bits.length !== templates.tagBytes * templates.ids.valueCount)
      throw new FormatError("The tags of templates are not those of the templates that there are.");
  }

  /** Name and value of each, by name. */
  pairs(row: number): string[] {
    const pairs: string[] = [];
    for (const place of this.#placesOf(row)) {
      this.#columns[place] ??= this.#open(this.#names[place]!);
      const value = this.#columns[place].text(row);
      if (value !== "") pairs.push(this.#names[place]!, value);
    }
    return pairs;
  }

  #placesOf(row: number): readonly number[] {
    const templates = this.#templates;
    if (templates === undefined) return this.#all;
    const template = templates.ids.ids[row]!;
    const known = this.#byTemplate.get(template);
    if (known) return known;
    const { bits, tagBytes } = templates;
    const from = template * tagBytes;
    const places = this.#all.filter((place) => (bits[from + (place >> 3)]! & (1 << (place & 7))) !== 0);
    this.#byTemplate.set(template, places);
    return places;
  }
}
