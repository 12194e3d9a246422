import { newMemory } from "../columns/row-memory.ts";
import type { BlockCache, DecodePart } from "../columns/stored-text-column.ts";
import { orderBytes, type SliceOrder } from "../columns/templates/slice-order.ts";
import { type ColumnEntry, FormatError, type RowSlice } from "../format/segment-format.ts";
import type { Column, PackedTexts, TakeBytes, TextBlock } from "../segment.ts";
import { type DecodedCache, keepColumn, noCache } from "./decoded-cache.ts";
import { arrayBytes, blockBytes, lookingEffort, templateEffort, textsBytes } from "./decoded-sizes.ts";
import type { RowLoan } from "./row-buffers.ts";

interface ViewOfPieces {
  slice: RowSlice | undefined;
  /** Columns belong to the view alone, and their rows are unpacked to its memory. */
  loan: RowLoan | undefined;
  /** The part with the templates of messages. */
  templates: number | undefined;
}

/**
 * The cache for what the columns of a view are made of. Kept columns hold on to it, and so it must hold on to no view:
 * the columns of a whole segment would stay with each of them.
 */
export class KeptPieces implements BlockCache {
  readonly #cache: DecodedCache;
  readonly #slice: RowSlice | undefined;
  readonly #loan: RowLoan | undefined;
  readonly #templates: number | undefined;
  /** Those of a view of which nothing is kept. */
  readonly #orders = new Map<number, SliceOrder>();

  constructor(cache: DecodedCache, { slice, loan, templates }: ViewOfPieces) {
    this.#cache = cache;
    this.#slice = slice;
    this.#loan = loan;
    this.#templates = templates;
  }

  get keepsRows(): boolean {
    return this.#loan === undefined;
  }

  get keepsColumns(): boolean {
    return this.keepsRows && this.#cache !== noCache;
  }

  block(part: number, load: () => TextBlock): TextBlock {
    // Blocks without a part are made of these rows alone.
    return this.#cache.piece(part < 0 ? pieceKey(this.#slice, `block ${part}`) : part, load, blockBytes);
  }

  passBlock(part: number, load: (take: TakeBytes) => TextBlock, use: (block: TextBlock) => void): void {
    if (this.#cache.pass) this.#cache.pass(part, load, blockBytes, use);
    else use(this.block(part, () => load(newMemory.take)));
  }

  filterPart(part: number, load: () => Uint8Array): Uint8Array {
    return this.#cache.piece(part, load, arrayBytes);
  }

  texts(key: string, load: () => PackedTexts): PackedTexts {
    const effort = Number.parseInt(key, 10) === this.#templates ? templateEffort : lookingEffort;
    return this.#cache.piece(`values ${key}`, load, textsBytes, effort);
  }

  /** Columns of one view ask for the same orders, one after the other. */
  order(slice: number, load: () => SliceOrder): SliceOrder {
    if (this.keepsColumns) return this.#cache.piece(`order ${this.#slice?.slice ?? slice}`, load, orderBytes);
    const known = this.#orders.get(slice);
    if (known) return known;
    const order = load();
    this.#orders.set(slice, order);
    return order;
  }

  /** Lets go of what only this view has. */
  forget(): void {
    this.#orders.clear();
  }

  column(key: string, entry: ColumnEntry | undefined, decode: DecodePart): Column {
    if (!entry) throw new FormatError(`A segment lacks the column "${key}".`);
    if (this.#loan) return this.#loan.with(decode(entry, this.#loan));
    // A text column holds on to these columns for its blocks, so it is not kept beyond them.
    if (entry.encoding === "text" || entry.encoding === "template") return decode(entry);
    return keepColumn(this.#cache, pieceKey(this.#slice, key), (memory) => decode(entry, memory));
  }
}

/** Key in the cache of a segment for what is decoded of the rows of a slice alone. */
export function pieceKey(slice: RowSlice | undefined, piece: string): string {
  return slice ? `${slice.slice} ${piece}` : piece;
}
