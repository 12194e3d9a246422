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
    this.#after.push(after);
    places++;
    return after;
  }
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
