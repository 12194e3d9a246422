import { tagNameCharactersMax } from "../../../eventstore/event/event-limits.ts";
import { BadEvent } from "../../event/bad-event.ts";
import { type EventLeaves, type KnownName, noName } from "../../event/event-leaves.ts";
import { fromCount } from "../../event/event-time.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import type { MsgpackCursor } from "../../framing/msgpack-cursor.ts";
import { jsonDepthMax } from "../../limits.ts";
import { PlainPairs } from "./plain-pairs.ts";
import { isIdent, isProgramName } from "./program-names.ts";

/**
 * Makes leaves of entries, `time, record`. The tag becomes the user tag `tag`, and the program of records that name
 * none: `program`, `app`, `service`, `logger` and `ident` do.
 */
export class EntryLeaves {
  readonly #leaves: EventLeaves;
  readonly #plain: PlainPairs;
  readonly #tag: KnownName;

  constructor(leaves: EventLeaves) {
    this.#leaves = leaves;
    this.#plain = new PlainPairs(leaves);
    this.#tag = leaves.keepName("tag");
  }

  /** The cursor stands before the time; afterwards behind the record. */
  read(cursor: MsgpackCursor, tag: string): EventLeaves | BadEvent {
    const leaves = this.#leaves;
    leaves.begin();
    if (!this.#readTime(cursor)) return new BadEvent("The time of the entry cannot be read.");
    if (!cursor.next() || cursor.kind !== "map") return new BadEvent("The record of the entry is no map.");
    const namesProgram = this.#readMap(cursor, undefined, 1);
    if (namesProgram === undefined) return new BadEvent("The record of the entry is broken, or nested too deep.");
    if (!namesProgram) leaves.writeText("program", tag);
    if (tag !== "") leaves.addValue(this.#tag, tag);
    return leaves;
  }

  /** A time alone, or the first of a list, beside Fluent Bit's metadata; such a list is in no further one. */
  #readTime(cursor: MsgpackCursor): boolean {
    if (this.#readPlainTime(cursor)) return true;
    if (cursor.kind !== "list") return false;
    const beside = cursor.values - 1;
    if (beside < 0 || !this.#readPlainTime(cursor)) return false;
    for (let i = 0; i < beside; i++) if (!cursor.next() || !cursor.skip()) return false;
    return true;
  }

  /** Seconds, or milliseconds as fluent-logger may count; an EventTime; nil. False: another value, or none. */
  #readPlainTime(cursor: MsgpackCursor): boolean {
    const eventTime = cursor.nextEventTime();
    if (eventTime >= 0) {
      this.#leaves.setTime(eventTime);
      return true;
    }
    if (!cursor.next()) return false;
    if (cursor.isNumber) {
      const seconds = Number(cursor.number());
      if (Number.isFinite(seconds)) this.#leaves.setTime(fromCount(seconds));
      return true;
    }
    if (cursor.kind !== "extension") return cursor.kind === "nil";
    if (cursor.extensionType === 0 && cursor.end - cursor.start === 8) {
      this.#leaves.setTime(cursor.eventTime(cursor.start));
    }
    return true;
  }

  /** Whether a name of a program was among the pairs; undefined: the map is cut off. */
  #readMap(cursor: MsgpackCursor, prefix: KnownName | undefined, depth: number): boolean | undefined {
    let namesProgram = false;
    for (let pairs = cursor.values / 2; pairs > 0; pairs--) {
      if (prefix === undefined) {
        pairs -= this.#plain.read(cursor, pairs);
        if (this.#plain.namesProgram) namesProgram = true;
      }
      if (pairs === 0) break;
      if (!cursor.next()) return undefined;
      if (cursor.values > 0 || depth > jsonDepthMax) return undefined;
      const { start, end } = cursor;
      const name = cursor.isText ? undefined : this.#leaves.writeName(prefix ?? noName, String(scalarOf(cursor)));
      if (!cursor.next()) return undefined;
      if (prefix === undefined && this.#isProgram(cursor, start, end)) namesProgram = true;
      const isWhole =
        name === undefined && prefix === undefined && cursor.values === 0
          ? this.#addAt(cursor, start, end)
          : this.#addNamed(cursor, name ?? this.#nameOf(prefix, start, end), depth);
      if (!isWhole) return undefined;
    }
    return namesProgram;
  }

  #nameOf(prefix: KnownName | undefined, start: number, end: number): KnownName {
    // No tag can have a longer name, and each below it would be longer.
    const cut = Math.min(end, start + tagNameCharactersMax + 1);
    return this.#leaves.joinName(prefix ?? noName, start, cut);
  }

  /** Whether the name means a program; `ident`, which is no foreign name, becomes one that does. */
  #isProgram(cursor: MsgpackCursor, start: number, end: number): boolean {
    const { bytes } = cursor;
    if (cursor.kind !== "text" || cursor.end === cursor.start || !isProgramName(bytes, start, end)) return false;
    if (isIdent(bytes, start, end)) this.#leaves.setText("program", cursor.start, cursor.end);
    return true;
  }

  /** A scalar of the record, under its name in the body. */
  #addAt(cursor: MsgpackCursor, start: number, end: number): boolean {
    if (cursor.isText) this.#leaves.add(start, end, cursor.start, cursor.end, leafKinds.text);
    else {
      const value = scalarOf(cursor);
      if (value !== null) this.#leaves.addValueAt(start, end, value);
    }
    return true;
  }

  /** Writes a value under a name to the side buffer; false: incomplete or nested too deep. */
  #addNamed(cursor: MsgpackCursor, name: KnownName, depth: number): boolean {
    const leaves = this.#leaves;
    if (cursor.kind === "map") return this.#readMap(cursor, leaves.writeName(name, "."), depth + 1) !== undefined;
    if (cursor.kind === "list") return this.#readList(cursor, name, depth + 1);
    if (cursor.isText) leaves.addKnown(name, cursor.start, cursor.end, leafKinds.text);
    else {
      const value = scalarOf(cursor);
      if (value !== null) leaves.addValue(name, value);
    }
    return true;
  }

  #readList(cursor: MsgpackCursor, name: KnownName, depth: number): boolean {
    if (depth > jsonDepthMax) return false;
    const count = cursor.values;
    for (let i = 0; i < count; i++) {
      if (!cursor.next()) return false;
      // What is left is read past without a name for each.
      const isWhole = this.#leaves.isOverfull
        ? cursor.skip()
        : this.#addNamed(cursor, this.#leaves.writeName(name, `.${i}`), depth);
      if (!isWhole) return false;
    }
    return true;
  }
}

/** A value that is not text; null for nil. */
function scalarOf(cursor: MsgpackCursor): string | number | boolean | null {
  if (cursor.isNumber) return cursor.number();
  if (cursor.kind === "true" || cursor.kind === "false") return cursor.kind === "true";
  if (cursor.kind === "nil") return null;
  return Buffer.from(cursor.bytes.subarray(cursor.start, cursor.end)).toString("hex");
}
