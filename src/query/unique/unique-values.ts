import type { Segment, TextColumn } from "../../eventstore/segment.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";
import type { Field } from "../../filter/condition/fields.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { KeyedHash, newHashKey, type ValueHash } from "../execution/keyed-hash.ts";
import type { PackedArray } from "../execution/team.ts";
import type { ChosenRows, OpenQuestion } from "../query-kind.ts";
import type { NamedCount } from "../ranking/rank.ts";
import { PassBuckets } from "./pass-buckets.ts";
import { type Candidate, Candidates, countBucket, Groups, type OtherValues } from "./rank-records.ts";
import {
  cutRecords,
  hashBuckets,
  isRecorded,
  RecordWriter,
  recordWords,
  Scratch,
  textColumnOf,
  ValueOrder,
  type ValueRecords,
} from "./value-records.ts";
import { areOneTextEach } from "./verify-values.ts";

/**
 * Ranks a field where nearly every event has a value of its own, in bounded memory whatever their number: of each row
 * only hashes are kept, values are counted bucket by bucket, and only texts that make the top are read. With
 * more rows than fit, the segments are read several times, for some buckets each time.
 */
export class UniqueValues {
  #records: ValueRecords[] = [];
  #order: ValueOrder | undefined;
  #sum = 0;
  #textRows: number | undefined;
  readonly #scratch = new Scratch();
  readonly #buckets: PassBuckets;
  #best: Candidates;
  #hash: ValueHash;
  #trials = 1;

  readonly #field: Field;
  readonly #question: Pick<
    OpenQuestion<{ field: string; limit: number }>,
    "params" | "segments" | "span" | "open" | "tick" | "hasRoom" | "recordBytes" | "hashKey"
  >;
  readonly #hashUnder: (key: Uint8Array) => ValueHash;

  constructor(
    field: Field,
    question: Pick<
      OpenQuestion<{ field: string; limit: number }>,
      "params" | "segments" | "span" | "open" | "tick" | "hasRoom" | "recordBytes" | "hashKey"
    >,
    hashUnder: (key: Uint8Array) => ValueHash = (key) => new KeyedHash(key),
  ) {
    this.#field = field;
    this.#question = question;
    this.#hashUnder = hashUnder;
    const rows = question.segments.reduce((sum, segment) => sum + (isRecorded(segment) ? segment.rows : 0), 0);
    const passes = Math.ceil((rows * recordBytes) / question.recordBytes);
    this.#buckets = new PassBuckets(hashBuckets, Math.min(hashBuckets, Math.max(1, passes)));
    this.#best = new Candidates(question.params.field, question.params.limit);
    this.#hash = hashUnder(question.hashKey);
  }

  /** The candidates of all passes with their names; absent until the last pass has ended. */
  #named: NamedCount[] | undefined;

  get isUsed(): boolean {
    return this.#order !== undefined;
  }

  /** The column, when the values of this segment are counted here. Every thread decides alike. */
  columnOf(segment: Segment): TextColumn | undefined {
    const column = this.#textOf(segment);
    return column && (this.#rowsOfTexts > tableRowsMax || isNearlyUnique(segment, column)) ? column : undefined;
  }

  #textOf(segment: Segment): TextColumn | undefined {
    return isRecorded(segment) ? textColumnOf(segment, this.#field) : undefined;
  }

  /** Rows of all segments that have the field as text. */
  get #rowsOfTexts(): number {
    const { segments, open } = this.#question;
    this.#textRows ??= segments.reduce(
      (sum, handle) => sum + (isRecorded(handle) && this.#textOf(open(handle)) ? handle.rows : 0),
      0,
    );
    return this.#textRows;
  }

  /** Gives the occurrences of events without the field. */
  add(chosen: ChosenRows, column: TextColumn): number {
    const { span, tick } = this.#question;
    this.#order ??= this.#orderOfAll(column);
    const { selection } = chosen;
    this.#makeRoom(selection.count * recordBytes * timesInMemory);
    const writer = new RecordWriter(column, selection.count, this.#order, this.#hash, this.#buckets, this.#scratch);
    eachRowBatch(chosen, span, tick, ({ length, rows, counts }) => writer.add(rows, counts, length));
    this.#records.push(writer.finish(chosen.index));
    return this.#buckets.from === 0 && this.#trials === 1 ? writer.absent : 0;
  }

  #makeRoom(bytes: number): void {
    this.#buckets.makeRoom(
      () => this.#question.hasRoom(bytes),
      () => this.#cut(),
    );
  }

  /** Drops what was kept of buckets that now belong to a later pass. */
  #cut(): void {
    for (const [i, records] of this.#records.entries()) this.#records[i] = cutRecords(records, this.#buckets.to);
  }

  /** After all segments: true when they must be read again. `nameOf`: names one of the other values. */
  endPass(others: OtherValues, nameOf: (value: number) => string): boolean {
    if (!this.isUsed) return false;
    const groups = new Groups();
    // Counts taken over from another thread may reach further.
    this.#cut();
    for (let bucket = this.#buckets.from; bucket < this.#buckets.to; bucket++) {
      this.#question.tick();
      this.#sum += countBucket(bucket, this.#records, others, groups, this.#best);
    }
    const isSound = this.#verify(others, nameOf);
    freeArrays(this.#records.map(({ words }) => words));
    this.#records = [];
    if (!isSound) this.#beginAnew();
    else if (!this.#buckets.next()) {
      // Texts of up to `tiedValuesMax` values are read here, where a stop is heard.
      this.#named = this.#name(this.#best.list(), nameOf, this.#question.tick);
      return false;
    }
    return true;
  }

  /** Values that this pass brought to the top. A value that occurs once is surely a single one. */
  #verify(others: OtherValues, nameOf: (value: number) => string): boolean {
    const { from, to } = this.#buckets;
    const isNew = ({ count, first }: Candidate) => count > 1 && first >>> 24 >= from && first >>> 24 < to;
    const { open, segments, tick } = this.#question;
    const column = (segment: number) => this.columnOf(open(segments[segment]!))!;
    return areOneTextEach(this.#best.list().filter(isNew), this.#records, others, { column, nameOf, tick });
  }

  /** Two values fell together: count everything again under another key. */
  #beginAnew(): void {
    if (++this.#trials > trialsMax) throw new Error(`values fell together under ${trialsMax} keys`);
    this.#hash = this.#hashUnder(newHashKey());
    this.#best = new Candidates(this.#question.params.field, this.#question.params.limit);
    this.#sum = 0;
    this.#buckets.beginAnew();
  }

  /** The most frequent values, ties by name, and the occurrences of all. `nameOf`: that of one of the other values. */
  rank(nameOf: (value: number) => string): { ranked: NamedCount[]; sum: number } {
    const { limit } = this.#question.params;
    // A stopped question is answered at once, so among very many ties these need not be the first by name.
    const named = this.#named ?? this.#name(this.#best.list().slice(0, limit), nameOf, () => undefined);
    const ranked = named.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    return { ranked: ranked.slice(0, limit), sum: this.#sum };
  }

  #name(candidates: readonly Candidate[], nameOf: (value: number) => string, tick: () => void): NamedCount[] {
    const { open, segments } = this.#question;
    let opened = -1;
    let column: TextColumn | undefined;
    return candidates
      .toSorted((a, b) => a.segment - b.segment || a.row - b.row)
      .map(({ segment, row, count }, i) => {
        if (i % namesPerTick === 0) tick();
        if (segment < 0) return { name: nameOf(row), count };
        if (segment !== opened) column = this.columnOf(open(segments[segment]!));
        opened = segment;
        return { name: column!.text(row), count };
      });
  }

  /** Values that were counted with their texts, by bucket. */
  othersOf([bytes, offsets]: [Uint8Array, Uint32Array], count: (value: number) => number): OtherValues {
    const values: number[][] = Array.from({ length: hashBuckets }, () => []);
    const length = this.isUsed ? offsets.length - 1 : 0;
    const pairs = new Uint32Array(length * 2);
    const pair = new Uint32Array(2);
    for (let value = 0; value < length; value++) {
      // Most values of a kept table may belong to other questions.
      if (count(value) === 0) continue;
      this.#hash.hash(bytes, offsets[value]!, offsets[value + 1]! - 1, pair);
      pairs.set(pair, 2 * value);
      values[pair[0]! >>> 24]!.push(value);
    }
    return {
      ofBucket: (bucket) => values[bucket]!,
      first: (value) => pairs[2 * value]!,
      second: (value) => pairs[2 * value + 1]!,
      order: (value) => this.#order!.of(bytes, offsets[value]!, offsets[value + 1]! - 1),
      count,
    };
  }

  pack(): PackedArray[] {
    const records = this.#records.flatMap(({ segment, starts, words, largeCounts }) => [
      Uint32Array.of(segment),
      starts,
      words,
      largeCounts,
    ]);
    return [Uint32Array.of(this.#buckets.to), ...records];
  }

  merge(packed: readonly PackedArray[]): void {
    this.#buckets.narrowTo(packed[0]![0]!);
    for (let i = 1; i < packed.length; i += 4)
      this.#records.push({
        segment: packed[i]![0]!,
        starts: packed[i + 1] as Uint32Array,
        words: packed[i + 2] as Uint32Array,
        largeCounts: packed[i + 3] as Float64Array,
      });
    if (packed.length > 1) this.#order ??= this.#orderOfAll();
  }

  /**
   * Every thread must decide alike, so the newest and the oldest segment whose values are counted here decide: values
   * that rise with time begin alike only in neighbouring rows.
   */
  #orderOfAll(column?: TextColumn): ValueOrder {
    const { segments } = this.#question;
    const ends = [this.#firstColumn(segments) ?? column, this.#firstColumn(segments.toReversed())];
    return ValueOrder.of(ends.filter((end) => end !== undefined));
  }

  #firstColumn(handles: readonly SegmentHandle[]): TextColumn | undefined {
    for (const handle of handles) {
      const found = isRecorded(handle) ? this.columnOf(this.#question.open(handle)) : undefined;
      if (found) return found;
    }
    return undefined;
  }
}

/** Few of the values come twice, as far as a block from the middle tells. */
function isNearlyUnique(segment: Segment, column: TextColumn): boolean {
  const { bytes, offsets, rows } = column.block(column.blockOf(segment.rows >> 1));
  const sampled = Math.min(rows, sampleRows);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Set<string>();
  for (let row = 0; row < sampled; row++) values.add(buffer.toString("latin1", offsets[row]!, offsets[row + 1]!));
  return values.size > sampled * 0.99;
}

/** Already the second is needed once in a million questions about ten million values. */
const trialsMax = 4;
const recordBytes = recordWords * Uint32Array.BYTES_PER_ELEMENT;
/** For the records of a segment: in the scratch and by bucket. Texts that are read take more, but few at a time. */
const timesInMemory = 2;
const sampleRows = 2_000;
/** Reading them takes less than a millisecond. */
const namesPerTick = 256;
/** This many texts always fit a table with room for `distinctValuesMax` values. */
const tableRowsMax = 1_500_000;
