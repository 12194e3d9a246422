import type { EventLeaves } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import type { MsgpackCursor } from "../../framing/msgpack-cursor.ts";
import { isIdent, isProgramName } from "./program-names.ts";

/**
 * The fast path of a record: makes leaves of pairs in the usual form, where the name is a short text and the value a
 * text of up to 255 bytes, a whole number of up to 32 bits that is not negative, or one of eight bytes with a fraction.
 * What it declines, the cursor reads; what it takes equals what the cursor would make of it.
 */
export class PlainPairs {
  /** A name of a program was among the pairs taken last. */
  namesProgram = false;
  readonly #leaves: EventLeaves;

  constructor(leaves: EventLeaves) {
    this.#leaves = leaves;
  }

  /** Takes pairs from the cursor up to the first in another form, or named `ident`; returns how many. */
  read(cursor: MsgpackCursor, pairs: number): number {
    const leaves = this.#leaves;
    const { bytes, view } = leaves;
    let taken = 0;
    this.namesProgram = false;
    for (; taken < pairs; taken++) {
      const { at } = cursor;
      const name = at + 1;
      const head = name + bytes[at]! - shortText;
      if (!isShortText(bytes[at]!)) break;
      const first = bytes[head]!;
      const isLong = first === text8;
      const start = isLong ? head + 2 : head + 1;
      const end = start + (isLong ? bytes[head + 1]! : lengthOf(first));
      // NaN is no end.
      if (!(end <= cursor.to)) break;
      const isText = isLong || isShortText(first);
      if (isProgramName(bytes, name, head)) {
        if (isIdent(bytes, name, head)) break;
        if (isText && end > start) this.namesProgram = true;
      }
      if (isText) leaves.add(name, head, start, end, leafKinds.text);
      else leaves.addNumberAt(name, head, numberAt(view, start, first));
      cursor.at = end;
    }
    return taken;
  }
}

function isShortText(first: number): boolean {
  return first >= shortText && first < shortText + 32;
}

/** Bytes behind the first one; NaN: another form, or a text with its length behind. */
function lengthOf(first: number): number {
  if (first < 0x80) return 0;
  if (isShortText(first)) return first - shortText;
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
