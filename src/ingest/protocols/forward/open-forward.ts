import { gunzipSync } from "node:zlib";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves } from "../../event/event-leaves.ts";
import type { MappedEvent } from "../../event/finish-event.ts";
import { Frames } from "../../framing/framed-body.ts";
import { MsgpackCursor } from "../../framing/msgpack-cursor.ts";
import type { Delivery } from "../../intake.ts";
import { bodyBytesMax } from "../../limits.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { EntryLeaves } from "./entry-leaves.ts";

/**
 * Messages of Fluentd's forward protocol as a listener framed them: `[tag, time, record]`, `[tag, [[time, record] …]]`,
 * and `[tag, entries packed in a text or binary, {compressed}]`.
 */
export function openForward(bytes: Uint8Array, { sources = [] }: Delivery): ProtocolReader {
  return new ForwardReader(new Frames(bytes), sources);
}

class ForwardReader implements ProtocolReader {
  address: string | undefined;
  readonly #frames: Frames;
  readonly #sources: readonly string[];
  readonly #plain: EntryLeaves;
  #index = 0;
  /** The rest of the message being read. */
  #cursor: MsgpackCursor | undefined;
  #entries: EntryLeaves;
  #left = 0;
  #tag = "";
  /** The message is its own only entry. */
  #isBare = false;

  constructor(frames: Frames, sources: readonly string[]) {
    this.#frames = frames;
    this.#sources = sources;
    this.#plain = entriesOf(frames.text);
    this.#entries = this.#plain;
  }

  next(): EventLeaves | MappedEvent | BadEvent | undefined {
    while (this.#left === 0 || this.#cursor === undefined || this.#cursor.isAtEnd) {
      if (this.#index >= this.#frames.count) return undefined;
      const bad = this.#open(this.#index++);
      if (bad !== undefined) return bad;
    }
    this.#left--;
    return this.#readEntry(this.#cursor);
  }

  #readEntry(cursor: MsgpackCursor): EventLeaves | BadEvent {
    const { at } = cursor;
    const isEntry = this.#isBare || (cursor.next() && cursor.kind === "list" && cursor.values >= 2);
    const read = isEntry ? this.#entries.read(cursor, this.#tag) : new BadEvent("An entry is no list of two.");
    if (!(read instanceof BadEvent)) return read;
    cursor.at = at;
    // No further one follows an incomplete one.
    if (this.#isBare || !cursor.next() || !cursor.skip()) this.#left = 0;
    return read;
  }

  /** Goes to the entries of a message; returns why it has none. */
  #open(index: number): BadEvent | undefined {
    const frames = this.#frames;
    this.address = this.#sources[frames.source(index)];
    this.#left = 0;
    const cursor = new MsgpackCursor(frames.text, frames.start(index), frames.end(index));
    if (!cursor.next() || cursor.kind !== "list" || cursor.values < 2 || !cursor.next() || !cursor.isText)
      return new BadEvent("Expected a list that begins with a tag.");
    this.#tag = cursor.text();
    this.#entries = this.#plain;
    this.#cursor = cursor;
    this.#isBare = false;
    const { at } = cursor;
    if (!cursor.next()) return new BadEvent("The message ends behind its tag.");
    if (cursor.isText) return this.#unpack(cursor);
    if (cursor.kind === "list" && !isTimeWithMetadata(cursor)) {
      this.#left = cursor.values;
      return undefined;
    }
    cursor.at = at;
    this.#isBare = true;
    this.#left = 1;
    return undefined;
  }

  /** Entries in sequence, until their end. */
  #unpack(cursor: MsgpackCursor): BadEvent | undefined {
    const { bytes, start, end } = cursor;
    if (!isCompressed(cursor)) {
      this.#cursor = new MsgpackCursor(bytes, start, end);
      this.#left = Number.POSITIVE_INFINITY;
      return undefined;
    }
    try {
      const unpacked = gunzipSync(new Uint8Array(bytes.subarray(start, end)), { maxOutputLength: bodyBytesMax });
      this.#entries = entriesOf(unpacked);
      this.#cursor = new MsgpackCursor(unpacked, 0, unpacked.length);
      this.#left = Number.POSITIVE_INFINITY;
      return undefined;
    } catch {
      return new BadEvent("The entries cannot be read as gzip.");
    }
  }
}

/** Each begins with the head of a list, which is no UTF-8. */
function entriesOf(bytes: Uint8Array): EntryLeaves {
  return new EntryLeaves(new EventLeaves(bytes, false));
}

/** The options after the entries say so. */
function isCompressed(cursor: MsgpackCursor): boolean {
  if (!cursor.next() || cursor.kind !== "map") return false;
  for (let pairs = cursor.values / 2; pairs > 0; pairs--) {
    if (!cursor.next()) return false;
    const isName = cursor.isText && cursor.text() === "compressed";
    if (!cursor.next()) return false;
    if (isName) return cursor.isText && cursor.text() === "gzip";
    if (!cursor.skip()) return false;
  }
  return false;
}

/** `[time, {…}]` as Fluent Bit writes a time; the entries of a message are lists. The cursor stays where it is. */
function isTimeWithMetadata(cursor: MsgpackCursor): boolean {
  const ahead = new MsgpackCursor(cursor.bytes, cursor.at, cursor.bytes.length);
  return cursor.values === 2 && ahead.next() && ahead.kind !== "list";
}
