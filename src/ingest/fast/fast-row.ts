import type { EventRow, Micros } from "../../eventstore/event/event.ts";
import { nameCharactersMax } from "../../eventstore/event/event-limits.ts";
import { cutToCharacters } from "../../lib/text-bounds.ts";
import { readCiscoMnemonic } from "../event/cisco-mnemonic.ts";
import type { LeafTable } from "../event/leaf-table.ts";
import type { Shape } from "./event-shape.ts";

/** The fast path's texts of the event scanned last. */
export interface FastTexts {
  /** The host used when none is named. */
  readonly addressBytes: Uint8Array;
  readonly mayHaveMnemonic: boolean;
  /** Start and end of its leaves. */
  readonly table: LeafTable;
  sourceOf(leaf: number, bytes: Uint8Array): Uint8Array;
}

/**
 * The event scanned last as an object, as the slow path would make it. `levels`: facility * 8 + severity.
 * Parameters: called for each event of the fast path.
 */
export function makeFastRow(
  shape: Shape,
  bytes: Uint8Array,
  texts: FastTexts,
  time: Micros,
  levels: number,
  type: number,
): EventRow {
  const { starts, ends } = texts.table;
  const textOf = (leaf: number) => readText(texts.sourceOf(leaf, bytes), starts[leaf]!, ends[leaf]!);
  const { addressBytes, mayHaveMnemonic } = texts;
  const message = textOf(shape.message);
  return {
    times: [time],
    host: shape.host >= 0 ? textOf(shape.host) : readText(addressBytes, 0, addressBytes.length),
    program: shape.program >= 0 ? textOf(shape.program) : "",
    message,
    severity: levels & 7,
    facility: levels >> 3,
    type,
    status: 0,
    ciscoMnemonic: mayHaveMnemonic ? cutToCharacters(readCiscoMnemonic(message), nameCharactersMax) : "",
    tags: readTags(shape, bytes, texts),
    extra: "",
  };
}

/** Its tags as an event object has them. */
export function readTags({ tags, tagNames }: Shape, bytes: Uint8Array, texts: FastTexts): string[] {
  const { starts, ends } = texts.table;
  const pairs: string[] = [];
  for (let i = 0; i < tags.length; i++) {
    const leaf = tags[i]!;
    if (ends[leaf]! > starts[leaf]!)
      pairs.push(tagNames[i]!, readText(texts.sourceOf(leaf, bytes), starts[leaf]!, ends[leaf]!));
  }
  return pairs;
}

/** The text in bytes[from .. to), UTF-8. */
export function readText(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
}
