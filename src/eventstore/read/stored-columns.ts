import { patternVersion } from "../../pattern/pattern-id.ts";
import { decodeColumn, decodeCompact, decodeSlice, decodeValues, type StoredColumn } from "../columns/column-reader.ts";
import { visitValues } from "../columns/column-values.ts";
import { StoredOverflowTags } from "../columns/overflow-tags.ts";
import { requireDictionary } from "../columns/required-encoding.ts";
import type { RowMemory } from "../columns/row-memory.ts";
import { type ColumnEntry, hasUnnumberedTemplates, type SegmentDirectory } from "../format/segment-format.ts";
import type { BaseColumn, Column, DictionaryColumn, ValueTotals } from "../segment.ts";
import { readTotals } from "./decoded-cache.ts";
import { arrayBytes } from "./decoded-sizes.ts";
import { KeptPieces } from "./kept-pieces.ts";
import { RowLoan } from "./row-buffers.ts";
import { RowTags, type TagsOfTemplates } from "./row-tags.ts";
import type { StoredRows } from "./stored-rows.ts";

/** The columns of a view as they are stored, decoded when first asked for. */
export class StoredColumns {
  private readonly pieces: KeptPieces;
  /** For columns of a large segment that are kept all the same. They hold on to no loan. */
  private readonly lasting: KeptPieces;
  private readonly columnCache = new Map<string, Column>();
  private readonly tags: ReadonlyMap<string, ColumnEntry>;
  private openedOverflowTags: StoredOverflowTags | undefined;
  private readonly loan: RowLoan | undefined;

  constructor(private readonly rows: StoredRows) {
    this.tags = tagsOf(rows.directory);
    const { cache, count, slice } = rows;
    const { rowBuffers } = cache;
    if (rowBuffers && !slice && count > rowBuffers.keptRows) this.loan = new RowLoan(rowBuffers);
    const templates = partOfTemplates(rows.directory);
    this.pieces = new KeptPieces(cache, { slice, loan: this.loan, templates });
    this.lasting = this.loan ? new KeptPieces(cache, { slice, loan: undefined, templates }) : this.pieces;
  }

  /** The same columns, decoded again on each call and not cached: for merging, which reads each once. */
  readonly uncached = {
    base: (name: BaseColumn): Column => this.decode(this.rows.directory.base[name]),
    tag: (name: string): Column | undefined => {
      const entry = this.tags.get(name);
      return entry ? this.decode(entry) : this.overflowTags()?.column(name);
    },
    /** The tag as the whole segment stores it, which of a sparse one is only some rows. */
    storedTag: (name: string): StoredColumn | undefined => {
      const entry = this.tags.get(name);
      if (entry) return decodeCompact(this.rows.source, entry, this.rows.count, this.pieces);
      const column = this.overflowTags()?.column(name);
      return column && { column };
    },
    /** Visits the rows that have a tag with a column of its own, rising. */
    visitTag: (name: string, visit: (row: number, value: string) => void): void => {
      const { count, source } = this.rows;
      visitValues(source, this.tags.get(name)!, count, this.pieces, visit);
    },
    untoldPatterns: (): DictionaryColumn | undefined => {
      const entry = this.patternsEntry();
      return entry && requireDictionary(this.decode(entry));
    },
    /** What tags without a column of their own share. */
    overflow: (): Column | undefined => {
      const { rest } = this.rows.directory;
      return rest && this.decode(rest.column);
    },
  };

  base(name: BaseColumn): Column {
    return this.kept(`b ${name}`, this.rows.directory.base[name]);
  }

  tag(name: string): Column | undefined {
    const entry = this.tags.get(name);
    if (entry) return this.kept(`t ${name}`, entry);
    const key = `r ${name}`;
    const columnCache = this.columnCache.get(key);
    if (columnCache) return columnCache;
    const column = this.overflowTags()?.column(name);
    if (column) this.columnCache.set(key, column);
    return column;
  }

  /** See Segment. */
  rowsWithTag(name: string): number {
    const { count, directory } = this.rows;
    const entry = this.tags.get(name);
    if (entry) return entry.sparse ? Math.min(entry.count, count) : count;
    return directory.rest?.names.includes(name) ? count : 0;
  }

  /** See Segment. */
  untoldPatterns(): DictionaryColumn | undefined {
    const entry = this.patternsEntry();
    return entry && requireDictionary(this.kept("patterns", entry));
  }

  tagNames(): readonly string[] {
    return [...this.tags.keys(), ...(this.rows.directory.rest?.names ?? [])];
  }

  /** Tags with a column of their own. */
  rowTags(): RowTags {
    const open = (name: string) => this.kept(`t ${name}`, this.tags.get(name));
    return new RowTags(this.rows.directory.tags, open, this.tagsOfTemplates());
  }

  /** Tags without a column of their own. */
  overflowTags(): StoredOverflowTags | undefined {
    const { rest } = this.rows.directory;
    if (rest)
      this.openedOverflowTags ??= new StoredOverflowTags(rest.names, this.kept("rest", rest.column), this.rows.count);
    return this.openedOverflowTags;
  }

  /** Ready-made counts of the whole segment, without what repeats add. */
  totals(of: { base: BaseColumn } | { tag: string }): ValueTotals | undefined {
    const { cache, directory, source } = this.rows;
    const entry = "base" in of ? directory.base[of.base] : this.tags.get(of.tag);
    if (entry?.encoding !== "dictionary" && entry?.encoding !== "constant") return undefined;
    const { totals } = entry;
    if (!totals) return undefined;
    const key = `totals ${"base" in of ? `b ${of.base}` : `t ${of.tag}`}`;
    const load = () => decodeValues(source, entry);
    // The column itself has the same ones.
    const texts = () => (entry.encoding === "dictionary" ? this.pieces.texts(String(entry.part), load) : load());
    return readTotals(source, cache, key, entry, totals, texts);
  }

  /** See Segment. */
  giveBackRows(): void {
    this.loan?.end();
    this.pieces.forget();
  }

  private tagsOfTemplates(): TagsOfTemplates | undefined {
    const { cache, directory, source } = this.rows;
    const { templateTags } = directory;
    // Templates without numbers are numbered anew in each slice.
    if (hasUnnumberedTemplates(directory)) return undefined;
    const message = templateTags && this.base("message");
    if (message?.encoding !== "text" || !message.templates) return undefined;
    const { tagBytes, part } = templateTags!;
    const bits = cache.piece("template tags", () => source.part(part), arrayBytes);
    return { ids: message.templates.ids, tagBytes, bits };
  }

  private patternsEntry(): ColumnEntry | undefined {
    const { patterns } = this.rows.directory;
    return patterns?.version === patternVersion ? patterns.column : undefined;
  }

  private kept(key: string, entry: ColumnEntry | undefined): Column {
    const columnCache = this.columnCache.get(key);
    if (columnCache) return columnCache;
    const isKept = this.loan && entry && isNarrow(entry) && this.rows.cache.admits?.(key);
    const pieces = isKept ? this.lasting : this.pieces;
    const column = pieces.column(key, entry, (stored, memory) => this.decode(stored, memory, pieces));
    this.columnCache.set(key, column);
    return column;
  }

  private decode(entry: ColumnEntry, memory?: RowMemory, pieces = this.pieces): Column {
    const { count, slice, source } = this.rows;
    if (slice) return decodeSlice(source, entry, slice, pieces, memory);
    return decodeColumn(source, entry, count, pieces, memory);
  }
}

/** A byte for each row. */
function isNarrow(entry: ColumnEntry): boolean {
  return entry.encoding === "dictionary" && entry.width === 1;
}

function partOfTemplates({ base: { message } }: SegmentDirectory): number | undefined {
  return message.encoding === "template" && message.templates.encoding === "dictionary"
    ? message.templates.part
    : undefined;
}

/** Slices of a segment, and questions, have its directory in common. */
function tagsOf(directory: SegmentDirectory): ReadonlyMap<string, ColumnEntry> {
  let tags = tagsCache.get(directory);
  if (!tags) {
    tags = new Map(directory.tags);
    tagsCache.set(directory, tags);
  }
  return tags;
}

const tagsCache = new WeakMap<SegmentDirectory, ReadonlyMap<string, ColumnEntry>>();
