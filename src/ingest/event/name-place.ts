import { tagNameCharactersMax } from "../../eventstore/event/event-limits.ts";
import { equalBytes } from "../../eventstore/format/equal-bytes.ts";
import { shapeNodesMax } from "../limits.ts";

/**
 * Where the names of an event lead, one after another: events with the same names in the same order come to the same
 * place. It is found while the names are read, so that nothing has to compare them again.
 */
export class NamePlace {
  /** The name that led here. */
  readonly name: string;
  /** Undefined: this is where events begin. */
  readonly before: NamePlace | undefined;
  readonly #names: Uint8Array[] = [];
  /** Their four bytes at a time, as `wordsOf` has them. */
  readonly #words: Int32Array[] = [];
  readonly #after: NamePlace[] = [];
  /** The kept name that came last, and where it leads. */
  #kept: object | undefined;
  #afterKept: NamePlace | undefined;

  constructor(name: string, before: NamePlace | undefined) {
    this.name = name;
    this.before = before;
  }

  /** Where the name source[start .. end) leads; undefined: it is too long, not ASCII, or one of too many. */
  follow(source: Uint8Array, start: number, end: number): NamePlace | undefined {
    const names = this.#names;
    for (let i = 0; i < names.length; i++) if (equalBytes(names[i]!, source, start, end)) return this.#after[i];
    if (names.length === followersMax || end - start > tagNameCharactersMax) return undefined;
    return this.#learn(source.slice(start, end));
  }

  /** The same for a name in the body. */
  followInBody(bytes: Uint8Array, view: DataView, start: number, end: number): NamePlace | undefined {
    const words = this.#words;
    const length = end - start;
    if (length >= 4)
      for (let i = 0; i < words.length; i++) if (isName(words[i]!, length, view, start)) return this.#after[i];
    return this.follow(bytes, start, end);
  }

  /** The same for a name that a reader keeps as this object: mostly it is that of the event before. */
  followKept(kept: object, source: Uint8Array, start: number, end: number): NamePlace | undefined {
    if (kept !== this.#kept) {
      this.#afterKept = this.follow(source, start, end);
      this.#kept = kept;
    }
    return this.#afterKept;
  }

  #learn(name: Uint8Array): NamePlace | undefined {
    if (!name.every((byte) => byte < 0x80)) return undefined;
    const after = new NamePlace(Buffer.from(name).toString("latin1"), this);
    this.#names.push(name);
    this.#words.push(wordsOf(name));
    this.#after.push(after);
    places++;
    return after;
  }
}

/** The length of a name, its last four bytes, and its bytes four at a time; a name of fewer bytes has no words. */
function wordsOf(name: Uint8Array): Int32Array {
  const { length } = name;
  if (length < 4) return noWords;
  const view = new DataView(name.buffer, name.byteOffset, length);
  const whole = Array.from({ length: length >> 2 }, (_, i) => view.getInt32(i * 4, true));
  return Int32Array.of(length, view.getInt32(length - 4, true), ...whole);
}

const noWords = new Int32Array(0);

function isName(words: Int32Array, length: number, view: DataView, start: number): boolean {
  if (words[0] !== length || view.getInt32(start + length - 4, true) !== words[1]) return false;
  for (let i = 2; i < words.length; i++) if (view.getInt32(start + i * 4 - 8, true) !== words[i]) return false;
  return true;
}

/** Where events begin, in this thread. With too many places all are forgotten: senders choose the names. */
export function firstPlace(): NamePlace {
  if (places >= shapeNodesMax) {
    first = new NamePlace("", undefined);
    places = 0;
  }
  return first;
}

let first = new NamePlace("", undefined);
let places = 0;

/** Names that may follow one place; with more, searching them would take longer than the slow path. */
const followersMax = 64;
