import { TextRows } from "../../eventstore/columns/text-rows.ts";
import { textEnd } from "../../eventstore/format/write-text.ts";
import { PatternNumbers, type RowPatterns } from "../../eventstore/patterns/row-patterns.ts";
import { patternsOfTemplates } from "../../eventstore/patterns/template-patterns.ts";
import { findUntoldPatterns } from "../../eventstore/patterns/untold-patterns.ts";
import type { Column, DictionaryColumn, PackedTexts, Segment, ValueUses } from "../../eventstore/segment.ts";
import { messages } from "../../pattern/pattern-cache.ts";

/**
 * The patterns of a segment's messages as a column. It is not stored: where messages are templates these determine it,
 * and it is cached with the segment. `tick` is called at least every few milliseconds and may throw. Any thread.
 */
export function patternColumn(segment: Segment, tick: () => void): PatternColumn {
  const message = segment.base("message");
  const known = segment.cache?.recall<KeptPatterns>(cacheKey);
  if (known) return new PatternColumn(known, message);
  const found = findPatterns(segment, message, tick);
  const byteLength = (found.ids?.byteLength ?? 0) + valueBytes * found.values.length;
  // Messages never change, whatever is told of their events later.
  segment.cache?.keep(cacheKey, { ...found, byteLength } satisfies KeptPatterns);
  return new PatternColumn(found, message);
}

interface KeptPatterns extends RowPatterns {
  readonly byteLength: number;
}

const cacheKey = "patterns";

/** Approximate bytes of an id as a string. */
const valueBytes = 64;

function findPatterns(segment: Segment, message: Column, tick: () => void): RowPatterns {
  const { rows } = segment;
  if (message.encoding === "text" && message.templates) {
    const { templates } = message;
    return patternsOfTemplates(
      templates,
      segment.untoldPatterns?.() ?? findUntoldPatterns(templates, rows, tick),
      tick,
    );
  }
  const numbers = new PatternNumbers();
  if (message.encoding === "dictionary") {
    const ofValue = numbersOfValues(message, numbers, tick);
    return { values: numbers.values, ids: numbers.pack(message.ids, (id) => ofValue[id]!, tick) };
  }
  const texts = new TextRows([message]);
  const found = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    if ((row & 0xff) === 0) tick();
    texts.seek(0, row);
    found[row] = numbers.numberOf(messages.idOf(texts.bytes, texts.from, texts.to));
  }
  return { values: numbers.values, ids: numbers.pack(found, (number) => number, tick) };
}

function numbersOfValues({ texts, valueCount }: DictionaryColumn, numbers: PatternNumbers, tick: () => void) {
  const { bytes, offsets } = texts;
  const ofValue = new Uint32Array(valueCount);
  for (let id = 1; id < valueCount; id++) {
    if ((id & 0xff) === 0) tick();
    ofValue[id] = numbers.numberOf(messages.idOf(bytes, offsets[id - 1]!, offsets[id]! - 1));
  }
  return ofValue;
}

export class PatternColumn implements DictionaryColumn {
  readonly encoding = "dictionary";
  readonly values: readonly string[];
  readonly #ids: RowPatterns["ids"];
  readonly #message: Column;
  #texts: PackedTexts | undefined;

  constructor({ values, ids }: RowPatterns, message: Column) {
    this.values = values;
    this.#ids = ids;
    this.#message = message;
  }

  /** The same rows with another text for each pattern. */
  withValues(values: readonly string[]): PatternColumn {
    return new PatternColumn({ values, ids: this.#ids }, this.#message);
  }

  get valueCount(): number {
    return this.values.length;
  }

  get ids(): Uint8Array | Uint16Array | Uint32Array {
    return this.#ids ?? this.#templates!.ids;
  }

  get texts(): PackedTexts {
    this.#texts ??= packTexts(this.values);
    return this.#texts;
  }

  uses(): ValueUses | undefined {
    return this.#ids ? undefined : this.#templates?.uses?.();
  }

  value(id: number): string {
    return this.values[id]!;
  }

  text(row: number): string {
    return this.values[this.ids[row]!]!;
  }

  get #templates(): DictionaryColumn | undefined {
    return this.#message.encoding === "text" ? this.#message.templates?.ids : undefined;
  }
}

function packTexts(values: readonly string[]): PackedTexts {
  const offsets = new Uint32Array(values.length);
  for (let id = 1; id < values.length; id++) offsets[id] = offsets[id - 1]! + values[id]!.length + 1;
  const bytes = new Uint8Array(offsets[values.length - 1]!).fill(textEnd);
  for (let id = 1; id < values.length; id++) bytes.set(Buffer.from(values[id]!, "latin1"), offsets[id - 1]);
  return { bytes, offsets };
}
