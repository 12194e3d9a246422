import { orderByTime } from "../../../eventstore/build/order-by-time.ts";
import { eventValuesMax } from "../../limits.ts";
import { ProtoCursor } from "../protobuf/proto-cursor.ts";
import { logRecord } from "./otlp-shapes.ts";
import { RecordFinder } from "./record-finder.ts";

/**
 * The records of a request in the order of their times, a window of them at a time. A collector groups them by their
 * resource, and events that come in order need not be put in order when they are stored.
 */
export class RecordsInOrder {
  /** Position of the record. */
  start = 0;
  end = 0;
  /**
   * Positions of the attributes of resources; the record's are those from `attributesStart` to `attributesEnd`, which
   * is -1 where its resource has more than an event may have.
   */
  readonly attributes: number[] = [];
  attributesStart = 0;
  attributesEnd = 0;
  /** Position of its scope; -1 where it has none. */
  scopeStart = -1;
  scopeEnd = -1;
  readonly #bytes: Uint8Array;
  readonly #finder: RecordFinder;
  readonly #head: ProtoCursor;
  /** Records of a window: no more than a body of that length can have. */
  readonly #room: number;
  readonly #times: Float64Array;
  /** Six numbers a record. */
  readonly #places: Int32Array;
  #count = 0;
  #next = 0;
  #order: Uint32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#finder = new RecordFinder(bytes);
    this.#head = new ProtoCursor(bytes);
    this.#room = Math.min(windowRecords, bytes.length >> 1);
    this.#times = new Float64Array(this.#room);
    this.#places = new Int32Array(this.#room * 6);
  }

  /** Bytes of its resource and its scope; short attributes count as more, since each is work. */
  get repeatedBytes(): number {
    const { attributes, attributesStart, attributesEnd } = this;
    const numbers = attributesEnd - attributesStart;
    const ofResource = numbers > 0 ? attributes[attributesEnd - 1]! - attributes[attributesStart]! : 0;
    return Math.max(ofResource, (numbers / 2) * leastAttributeBytes) + this.scopeEnd - this.scopeStart;
  }

  /** Undefined: there is no further one; "pending": it passed much and goes on with the next call. */
  next(): "record" | "pending" | undefined {
    if (this.#next === this.#count) {
      const found = this.#fill();
      if (this.#count === 0) return found;
    }
    const places = this.#places;
    const at = (this.#order?.[this.#next] ?? this.#next) * 6;
    this.#next++;
    this.start = places[at]!;
    this.end = places[at + 1]!;
    this.attributesStart = places[at + 2]!;
    this.attributesEnd = places[at + 3]!;
    this.scopeStart = places[at + 4]!;
    this.scopeEnd = places[at + 5]!;
    return "record";
  }

  /** What the finder came to last; the window ends there unless it is a record. */
  #fill(): ReturnType<RecordFinder["next"]> {
    const finder = this.#finder;
    const { attributes } = this;
    const places = this.#places;
    let isTimed = true;
    let resource = -1;
    let attributesStart = 0;
    attributes.length = 0;
    this.#next = 0;
    this.#count = 0;
    let found: ReturnType<RecordFinder["next"]>;
    while (this.#count < this.#room && attributes.length <= 2 * eventValuesMax) {
      found = finder.next();
      if (found !== "record") break;
      if (finder.resource !== resource) {
        resource = finder.resource;
        attributesStart = attributes.length;
        for (let i = 0; i < finder.attributes.length; i++) attributes.push(finder.attributes[i]!);
      }
      const { start, end, scopeStart, scopeEnd } = finder;
      const at = this.#count * 6;
      places[at] = start;
      places[at + 1] = end;
      places[at + 2] = attributesStart;
      places[at + 3] = finder.isOverfull ? -1 : attributes.length;
      places[at + 4] = scopeStart;
      places[at + 5] = scopeEnd;
      const time = this.#timeOf(start, end);
      if (time < 0) isTimed = false;
      this.#times[this.#count++] = time;
    }
    this.#order = isTimed ? orderByTime(this.#times, this.#count) : undefined;
    return found;
  }

  /** -1: it does not begin with its time, as those of all known senders do, or has none. */
  #timeOf(start: number, end: number): number {
    if (end - start < 9 || this.#bytes[start] !== timeTag) return -1;
    this.#head.open(start, end);
    this.#head.next();
    return this.#head.nanosAsMicros() || -1;
  }
}

/** About as many as a body holds. */
const windowRecords = 1_024;
/** About that of a short key and a short value. */
const leastAttributeBytes = 16;
const timeTag = logRecord.time * 8 + 1;
