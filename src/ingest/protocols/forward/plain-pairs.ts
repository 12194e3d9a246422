import type { EventLeaves } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import type { MsgpackCursor } from "../../framing/msgpack-cursor.ts";
import { isProgramName } from "./program-names.ts";

/**
 * The fast path of a record: makes leaves of pairs in the usual form, where the name is a short text and the value a
 * text of up to 255 bytes, a whole number of up to 32 bits that is not negative, or one of eight bytes with a fraction.
 * What it declines, the cursor reads; what it takes equals what the cursor would make of it.
 */
export class PlainPairs {
  readonly #leaves: EventLeaves;

  constructor(leaves: EventLeaves) {
    this.#leaves = leaves;
  }

  /** Takes pairs from the cursor up to the first in another form, or whose name is a program's; returns how many. */
  read(cursor: MsgpackCursor, pairs: number): number {
    const leaves = this.#leaves;
    const { bytes, view, to } = cursor;
    let at = cursor.at;
    let taken = 0;
    for (; taken < pairs; taken++) {
      const name = at + 1;
      const nameLength = bytes[at]! - shortText;
      const head = name + nameLength;
      if (!(nameLength >= 0 && nameLength < 32) || isProgramName(bytes, name, head)) break;
      const first = bytes[head]!;
      const value = head + 1;
      if (first >= shortText && first < shortText + 32) {
        at = value + first - shortText;
        if (at > to) break;
        leaves.add(name, head, value, at, leafKinds.text);
      } else if (first === text8) {
        at = value + 1 + bytes[value]!;
        if (!(at <= to)) break;
        leaves.add(name, head, value + 1, at, leafKinds.text);
      } else {
        const length = lengthOfNumber(first);
        at = value + length;
        if (!(at <= to)) break;
        leaves.addValueAt(name, head, numberAt(view, value, first));
      }
      cursor.at = at;
    }
    return taken;
  }
}

/** Bytes behind its first one; NaN: it is no such number. */
function lengthOfNumber(first: number): number {
  if (first < 0x80) return 0;
  if (first === float64) return 8;
  return first >= unsigned8 && first <= unsigned32 ? 1 << (first - unsigned8) : Number.NaN;
}

function numberAt(view: DataView, at: number, first: number): number {
  if (first < 0x80) return first;
  if (first === float64) return view.getFloat64(at);
  if (first === unsigned8) return view.getUint8(at);
  return first === unsigned32 ? view.getUint32(at) : view.getUint16(at);
}

/** First bytes of values: a text of up to 31 bytes and its length, one of up to 255, numbers. */
const shortText = 0xa0;
const text8 = 0xd9;
const float64 = 0xcb;
const unsigned8 = 0xcc;
const unsigned32 = 0xce;
