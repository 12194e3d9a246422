import type { DictionaryColumn, PackedTexts, ValueUses } from "./segment.ts";
import { FormatError } from "./segment-format.ts";
import { textEnd } from "./text-end.ts";

/** A dictionary over the bytes of its values, as the writer laid them out: strings are only made when they are asked for. */
export class StoredDictionary implements DictionaryColumn {
  readonly encoding = "dictionary";
  readonly valueCount: number;
  readonly #buffer: Buffer;
  /** Only of few values; many strings would cost more than what asks for them. */
  #few: readonly string[] | undefined;

  #ids: DictionaryColumn["ids"] | undefined;
  #uses: ValueUses | undefined;

  constructor(
    private readonly loadIds: () => DictionaryColumn["ids"],
    readonly texts: PackedTexts,
    private readonly loadUses?: () => ValueUses,
  ) {
    this.valueCount = texts.offsets.length;
    this.#buffer = Buffer.from(texts.bytes.buffer, texts.bytes.byteOffset, texts.bytes.byteLength);
  }

  get ids(): DictionaryColumn["ids"] {
    this.#ids ??= this.loadIds();
    return this.#ids;
  }

  uses(): ValueUses | undefined {
    this.#uses ??= this.loadUses?.();
    return this.#uses;
  }

  get values(): readonly string[] {
    if (this.valueCount > fewValues) return this.#decode();
    this.#few ??= this.#decode();
    return this.#few;
  }

  value(id: number): string {
    return this.valueCount > fewValues ? this.#decodeOne(id) : this.values[id]!;
  }

  text(row: number): string {
    return this.value(this.ids[row]!);
  }

  #decode(): readonly string[] {
    const length = this.texts.bytes.length - 1;
    if (length > 0 && isAscii(this.texts.bytes))
      return ["", ...this.#buffer.toString("latin1", 0, length).split("\u00ff")];
    return Array.from({ length: this.valueCount }, (_, id) => this.#decodeOne(id));
  }

  #decodeOne(id: number): string {
    const { offsets } = this.texts;
    return id === 0 ? "" : this.#buffer.toString("utf8", offsets[id - 1]!, offsets[id]! - 1);
  }
}

const fewValues = 1_024;

/** `bytes`: `size` texts, each followed by its end mark. Throws FormatError when they are not so many. */
export function packedTexts(bytes: Uint8Array, size: number): PackedTexts {
  const offsets = new Uint32Array(size + 1);
  let found = 0;
  for (let i = 0; i < bytes.length; i++)
    if (bytes[i] === textEnd) {
      found++;
      // Beyond the end a typed array takes nothing; the count below finds it out.
      offsets[found] = i + 1;
    }
  if (found !== size || (offsets[size] ?? 0) !== bytes.length)
    throw new FormatError(`Expected ${size} dictionary values, got ${found}.`);
  return { bytes, offsets };
}

/** Besides the end marks. */
function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f && bytes[i] !== textEnd) return false;
  return true;
}
