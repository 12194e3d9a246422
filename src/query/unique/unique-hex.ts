import { HexCodec, type HexPattern, hexTextMax } from "../../eventstore/hex-texts.ts";
import type { Segment, TextColumn } from "../../eventstore/segment.ts";
import type { Field } from "../../filter/condition/fields.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import type { PackedArray } from "../execution/team.ts";
import type { ChosenRows, OpenQuestion } from "../query-kind.ts";
import type { NamedCount } from "../ranking/rank.ts";
import { type BucketedWords, cutBuckets } from "./bucketed-words.ts";
import { HexCounter, TopHex } from "./count-hex.ts";
import { HexMixer } from "./hex-mixer.ts";
import { bucketed, bucketOf, type HexRecords, HexWriter, hexBuckets } from "./hex-records.ts";
import { PassBuckets } from "./pass-buckets.ts";
import { isRecorded, Scratch, textColumnOf } from "./value-records.ts";

type Question = Pick<
  OpenQuestion<{ field: string; limit: number }>,
  "params" | "segments" | "span" | "open" | "tick" | "hasRoom" | "recordBytes" | "hashKey"
>;

/** Values that were counted with their texts. */
export interface CountedTexts {
  /** Groups of the values that occur. */
  readonly groups: Uint32Array;
  nameOf(group: number): string;
  count(group: number): number;
  /** The most frequent of some groups, ties by name. */
  best(groups: Uint32Array): readonly number[];
}

/**
 * Ranks a field that all large segments store as hexadecimal digits (hex-texts.ts). It works as unique-values.ts does,
 * but with the values themselves in place of hashes, which takes half the room and rereads no text.
 */
export class UniqueHex {
  private records: HexRecords[] = [];
  private sum = 0;
  private readonly scratch = new Scratch();
  private readonly buckets: PassBuckets;
  private readonly codec: HexCodec;
  private readonly mixer: HexMixer;
  private readonly top: TopHex;

  /** Undefined: they do not. Every thread decides alike. */
  static of(field: Field, question: Question): UniqueHex | undefined {
    let pattern: HexPattern | undefined;
    for (const handle of question.segments) {
      const column = isRecorded(handle) ? textColumnOf(question.open(handle), field) : undefined;
      if (!column) continue;
      pattern ??= column.digits?.pattern;
      if (!pattern || !isSame(pattern, column.digits?.pattern)) return undefined;
    }
    return pattern && new UniqueHex(field, question, pattern);
  }

  private constructor(
    private readonly field: Field,
    private readonly question: Question,
    pattern: HexPattern,
  ) {
    this.codec = new HexCodec(pattern);
    this.mixer = new HexMixer(question.hashKey, this.codec.wordsPerText);
    this.top = new TopHex(question.params.limit);
    const large = question.segments.filter(isRecorded).map(({ rows }) => rows);
    const textBytes = this.codec.wordsPerText * Uint32Array.BYTES_PER_ELEMENT;
    const bytes = large.reduce((sum, rows) => sum + rows, 0) * textBytes;
    const room = Math.max(
      question.recordBytes / 2,
      question.recordBytes - Math.max(0, ...large) * textBytes * scratches,
    );
    this.buckets = new PassBuckets(hexBuckets, Math.min(hexBuckets, Math.max(1, Math.ceil(bytes / room))));
  }

  readonly isUsed = true;

  /** The column, when the values of this segment are counted here. */
  columnOf(segment: Segment): TextColumn | undefined {
    return isRecorded(segment) ? textColumnOf(segment, this.field) : undefined;
  }

  /** Gives the occurrences of events without the field. */
  add(chosen: ChosenRows, column: TextColumn): number {
    const { span, tick } = this.question;
    const { count } = chosen.selection;
    this.makeRoom(count);
    const writer = new HexWriter(column, this.codec.wordsPerText, count, this.mixer, this.buckets, this.scratch);
    eachRowBatch(chosen, span, tick, ({ length, rows, counts }) => writer.add(rows, counts, length));
    this.records.push(writer.finish());
    return this.buckets.from === 0 ? writer.absent : 0;
  }

  /** Makes room for more rows: the blocks that are read, the scratch and what is kept of it. */
  private makeRoom(rows: number): void {
    const bytes = rows * this.codec.wordsPerText * Uint32Array.BYTES_PER_ELEMENT * timesInMemory;
    this.buckets.makeRoom(
      () => this.question.hasRoom(bytes),
      () => this.cut(),
    );
  }

  /** Drops what was kept of buckets that now belong to a later pass. */
  private cut(): void {
    const { wordsPerText } = this.codec;
    const { to } = this.buckets;
    for (const [i, { rows, more }] of this.records.entries())
      this.records[i] = { rows: cutBuckets(rows, to, wordsPerText), more: cutBuckets(more, to, wordsPerText + 1) };
  }

  /** After all segments: true when they must be read again. */
  endPass(others: CountedTexts): boolean {
    const { wordsPerText } = this.codec;
    const counter = new HexCounter(wordsPerText, this.mixer, this.top);
    // Counts taken over from another thread may reach further.
    this.cut();
    this.records.push({ rows: bucketed(new Uint32Array(0), 0, wordsPerText), more: this.wordsOf(others) });
    for (let bucket = this.buckets.from; bucket < this.buckets.to; bucket++) {
      this.question.tick();
      counter.count(bucket, this.records);
    }
    for (const { rows, more } of this.records) {
      this.sum += rows.words.length / wordsPerText;
      for (let at = wordsPerText; at < more.words.length; at += wordsPerText + 1) this.sum += more.words[at]!;
      freeArrays([rows.words]);
    }
    this.records = [];
    return this.buckets.next();
  }

  /** The most frequent values, ties by name, and the occurrences of all. */
  rank(others: CountedTexts): { ranked: NamedCount[]; sum: number } {
    const { limit } = this.question.params;
    const bytes = Buffer.alloc(hexTextMax);
    const named = this.top.list().map(({ count, words }) => {
      const end = this.codec.unpack(Uint32Array.from(words), 0, bytes, 0);
      return { name: bytes.toString("latin1", 0, end), count };
    });
    const scratch = new Uint32Array(this.codec.wordsPerText);
    const rest = others.groups.filter((group) => !this.packName(others.nameOf(group), scratch));
    for (const group of others.best(rest)) named.push({ name: others.nameOf(group), count: others.count(group) });
    const ranked = named.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
    const sum = rest.reduce((total, group) => total + others.count(group), this.sum);
    return { ranked, sum };
  }

  pack(): PackedArray[] {
    const records = this.records.flatMap(({ rows, more }) => [rows.starts, rows.words, more.starts, more.words]);
    return [Uint32Array.of(this.buckets.to), ...records];
  }

  merge(packed: readonly PackedArray[]): void {
    const [[end], ...arrays] = packed as readonly [Uint32Array, ...Uint32Array[]];
    this.buckets.narrowTo(end!);
    for (let i = 0; i < arrays.length; i += 4)
      this.records.push({
        rows: { starts: arrays[i]!, words: arrays[i + 1]! },
        more: { starts: arrays[i + 2]!, words: arrays[i + 3]! },
      });
  }

  /**
   * Texts of the pattern, as if they were occurrences of rows beyond the first. No other text equals a value of digits.
   */
  private wordsOf(others: CountedTexts): BucketedWords {
    const { from, to } = this.buckets;
    const size = this.codec.wordsPerText + 1;
    const words = new Uint32Array(others.groups.length * size);
    let used = 0;
    for (const group of others.groups) {
      if (!this.packName(others.nameOf(group), words, used)) continue;
      words[used] = this.mixer.mix(words, used);
      words[used + size - 1] = others.count(group);
      if (bucketOf(words[used]!) >= from && bucketOf(words[used]!) < to) used += size;
    }
    return bucketed(words, used, size);
  }

  /** False: the name is not of the pattern. */
  private packName(name: string, words: Uint32Array, at = 0): boolean {
    const bytes = Buffer.from(name);
    return this.codec.pack(bytes, 0, bytes.length, words, at);
  }
}

function isSame(a: HexPattern, b: HexPattern | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((piece, i) => piece === b[i]);
}

/** Both the answering thread and a helper hold the values of one segment twice while they sort them by bucket. */
const scratches = 2;
/** For the values of a segment: as read, in the scratch, and by bucket. */
const timesInMemory = 3;
