import type { TextColumn } from "../../eventstore/segment.ts";
import type { Candidate, OtherValues } from "./rank-records.ts";
import { recordWords, rowOf, type ValueRecords } from "./value-records.ts";

/** Source of the texts of records and other values. */
export interface RecordedTexts {
  column(segment: number): TextColumn;
  nameOf(value: number): string;
  tick(): void;
}

/**
 * Whether all values counted as one of these are one text. They nearly always are; with this check, shown counts never
 * depend on chance.
 */
export function areOneTextEach(
  candidates: readonly Candidate[],
  all: readonly ValueRecords[],
  others: OtherValues,
  texts: RecordedTexts,
): boolean {
  const wanted = new WantedValues(candidates);
  return all.every((records) => holdsInRecords(wanted, records, texts)) && holdsInOthers(wanted, others, texts);
}

/** Finds candidates by their hash, and keeps the text of each as it was first met. */
class WantedValues {
  readonly buckets: number[] = [];
  readonly #byHash = new Map<number, Candidate[]>();
  /** Rules most records out. */
  readonly #isNear = new Uint8Array(nearMask + 1);
  readonly #numbers = new Map<Candidate, number>();
  readonly #texts: (Buffer | undefined)[] = [];

  constructor(candidates: readonly Candidate[]) {
    const buckets = new Set<number>();
    for (const candidate of candidates) {
      const { first } = candidate;
      buckets.add(first >>> 24);
      this.#byHash.set(first, [...(this.#byHash.get(first) ?? []), candidate]);
      this.#isNear[first & nearMask] = 1;
      this.#numbers.set(candidate, this.#numbers.size);
    }
    this.buckets.push(...buckets);
  }

  /** Its number, from 0; -1: it is none of them. */
  find(first: number, second: number, order: number): number {
    if (this.#isNear[first & nearMask] === 0) return -1;
    const found = this.#byHash.get(first)?.find((one) => one.second === second && one.order === order);
    return found === undefined ? -1 : this.#numbers.get(found)!;
  }

  isText(candidate: number, bytes: Uint8Array, start: number, end: number): boolean {
    const known = this.#texts[candidate];
    if (known === undefined) {
      this.#texts[candidate] = Buffer.from(bytes.subarray(start, end));
      return true;
    }
    if (known.length !== end - start) return false;
    for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
    return true;
  }
}

const nearMask = 0xffff;

function holdsInRecords(wanted: WantedValues, records: ValueRecords, texts: RecordedTexts): boolean {
  const { words, starts, segment } = records;
  const found: { row: number; candidate: number }[] = [];
  for (const bucket of wanted.buckets) {
    texts.tick();
    const end = starts[bucket + 1]! * recordWords;
    for (let at = starts[bucket]! * recordWords; at < end; at += recordWords) {
      const candidate = wanted.find(words[at]!, words[at + 1]!, words[at + 2]!);
      if (candidate >= 0) found.push({ row: rowOf(words[at + 3]!), candidate });
    }
  }
  if (found.length === 0) return true;
  const column = texts.column(segment);
  found.sort((a, b) => a.row - b.row);
  return found.every(({ row, candidate }, i) => {
    if ((i & 0x3ff) === 0) texts.tick();
    if (column.templates) {
      // A block would be put together for only a few of its texts.
      const text = Buffer.from(column.text(row));
      return wanted.isText(candidate, text, 0, text.length);
    }
    const { bytes, offsets, firstRow } = column.block(column.blockOf(row));
    return wanted.isText(candidate, bytes, offsets[row - firstRow]!, offsets[row - firstRow + 1]! - 1);
  });
}

function holdsInOthers(wanted: WantedValues, others: OtherValues, texts: RecordedTexts): boolean {
  return wanted.buckets.every((bucket) =>
    others.ofBucket(bucket).every((value) => {
      const candidate = wanted.find(others.first(value), others.second(value), others.order(value));
      const text = candidate < 0 ? undefined : Buffer.from(texts.nameOf(value));
      return text === undefined || wanted.isText(candidate, text, 0, text.length);
    }),
  );
}
