import type { BadEvent } from "../event/bad-event.ts";
import type { EventLeaves } from "../event/event-leaves.ts";
import type { MapContext, MappedEvent } from "../event/finish-event.ts";
import type { Delivery } from "../intake.ts";

/**
 * The events of a body that is written in a protocol of others, one after the other, so that reading a large one can
 * be interrupted. In the thread that takes events in; memory and time are linear in the body.
 */
export interface ProtocolReader {
  /** Where what `next` returned last came from; absent: where its delivery did. */
  readonly address?: string | undefined;
  /**
   * The next event: as leaves, which hold until the next call and go the quick road where they can; or finished; or
   * why it is none. Undefined at the end. After the first event nothing may make the body unusable as a whole any
   * more: what can, such as a body that ends early, is looked for before, by the function that makes the reader.
   */
  next(): EventLeaves | MappedEvent | BadEvent | undefined;
  /** The event returned last is not stored, for this reason. */
  reject?(error: string): void;
  /** What the sender is told beside the counts, in the words of the protocol. At the end. */
  answer?(): string;
}

/**
 * `bytes`: the body without its Content-Encoding. Throws AppError: `invalid` for a body that cannot be read as a
 * whole, `unsupported_media_type`, `too_large`; then nothing of it is stored. `context`: for events that the reader
 * finishes itself.
 */
export type OpenProtocol = (bytes: Uint8Array, delivery: Delivery, context: MapContext) => ProtocolReader;
