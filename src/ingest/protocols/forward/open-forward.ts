import { tagValueBytesMax } from "../../../eventstore/event/event-limits.ts";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves } from "../../event/event-leaves.ts";
import type { MappedEvent } from "../../event/finish-event.ts";
import { Frames } from "../../framing/framed-body.ts";
import { MsgpackCursor } from "../../framing/msgpack-cursor.ts";
import type { Delivery } from "../../intake.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { RepeatedBytes } from "../repeated-bytes.ts";
import { isListOfEntries } from "./entries-head.ts";
import { EntryLeaves } from "./entry-leaves.ts";
import { goToOption } from "./options.ts";
import { Unpacker } from "./unpacker.ts";

/**
 * Messages of Fluentd's forward protocol as a listener framed them: `[tag, time, record]`, `[tag, [[time, record] …]]`,
 * and `[tag, entries packed in a text or binary, {compressed}]`. A message that cannot be read counts as one rejected
 * event and is acknowledged, like an event that cannot: sent again, it would be no better, and it would hold back all
 * that its sender has behind it.
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
  /** That of the message, as far as an event can have it. */
  #tag = "";
  readonly #repeated = new RepeatedBytes();
  /** The message is its own only entry. */
  #isBare = false;
  readonly #unpackers = new Map<string | undefined, Unpacker>();
  /** That of the sender, if the message is compressed. */
  #unpacker: Unpacker | undefined;

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
    const excess = this.#unpacker?.takeEntry();
    if (excess === undefined) return this.#readEntry(this.#cursor);
    this.#left = 0;
    return excess;
  }

  #readEntry(cursor: MsgpackCursor): EventLeaves | BadEvent {
    const { at } = cursor;
    const read = this.#repeated.take(this.#tag.length) ?? this.#readPair(cursor);
    if (!(read instanceof BadEvent)) return read;
    cursor.at = at;
    // No further one follows an incomplete one.
    if (this.#isBare || !cursor.next() || !cursor.skip()) this.#left = 0;
    return read;
  }

  #readPair(cursor: MsgpackCursor): EventLeaves | BadEvent {
    const isEntry = this.#isBare || (cursor.next() && cursor.kind === "list" && cursor.values >= 2);
    return isEntry ? this.#entries.read(cursor, this.#tag) : new BadEvent("An entry is no list of two.");
  }

  /** Goes to the entries of a message; returns why it has none. */
  #open(index: number): BadEvent | undefined {
    const frames = this.#frames;
    this.address = this.#sources[frames.source(index)];
    this.#left = 0;
    const cursor = new MsgpackCursor(frames.text, frames.start(index), frames.end(index));
    if (!cursor.next() || cursor.kind !== "list" || cursor.values < 2 || !cursor.next() || !cursor.isText)
      return new BadEvent("Expected a list that begins with a tag.");
    // One more than fits tells that it was cut.
    this.#tag = cursor.text().slice(0, tagValueBytesMax + 1);
    this.#repeated.begin();
    this.#entries = this.#plain;
    this.#cursor = cursor;
    this.#isBare = false;
    this.#unpacker = undefined;
    const { at } = cursor;
    if (!cursor.next()) return new BadEvent("The message ends behind its tag.");
    if (cursor.isText) return this.#unpack(cursor);
    if (isListOfEntries(cursor)) {
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
    const compression = compressionOf(cursor);
    this.#cursor = new MsgpackCursor(bytes, start, end);
    this.#left = Number.POSITIVE_INFINITY;
    if (compression === "") return undefined;
    const unpacker = this.#unpackers.get(this.address) ?? new Unpacker();
    this.#unpackers.set(this.address, unpacker);
    const unpacked = unpacker.unpack(new Uint8Array(bytes.subarray(start, end)), compression);
    if (unpacked instanceof BadEvent) {
      this.#left = 0;
      return unpacked;
    }
    this.#unpacker = unpacker;
    this.#entries = entriesOf(unpacked);
    this.#cursor = new MsgpackCursor(unpacked, 0, unpacked.length);
    return undefined;
  }
}

/** Each begins with the head of a list, which is no UTF-8. */
function entriesOf(bytes: Uint8Array): EntryLeaves {
  return new EntryLeaves(new EventLeaves(bytes, false));
}

/** `gzip` or `zstd` in the options after the entries; "" where they name none. */
function compressionOf(cursor: MsgpackCursor): string {
  if (!cursor.next() || !goToOption(cursor, "compressed") || !cursor.next() || !cursor.isText) return "";
  const name = cursor.text();
  // Fluentd's name for none.
  return name === "text" ? "" : name;
}
