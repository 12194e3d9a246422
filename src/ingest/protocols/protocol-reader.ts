import type { BadEvent } from "../event/bad-event.ts";
import type { EventLeaves } from "../event/event-leaves.ts";
import type { MapContext, MappedEvent } from "../event/finish-event.ts";
import type { Delivery } from "../intake.ts";

/**
 * The events of a body in a foreign protocol, one after the other, so that reading a large one can be interrupted. In
 * the thread that takes events in; memory and time are linear in the body.
 */
export interface ProtocolReader {
  /** Peer of the event that `next` returned last; absent: that of its delivery. */
  readonly address?: string | undefined;
  /**
   * The next event: as leaves, valid until the next call, for the fast path where possible; or finished; or the reason
   * why it is none. Undefined at the end. "pending": it passed or checked much and comes to an event later, so that the
   * thread can answer others. After the first event nothing may make the whole body unusable: the reader checks for
   * that before, for instance for a body that ends early, and throws AppError.
   */
  next(): EventLeaves | MappedEvent | BadEvent | "pending" | undefined;
  /** The event returned last is not stored, for this reason. */
  reject?(error: string): void;
  /** The answer in the protocol's own words, in addition to the counts. At the end. */
  answer?(): string;
}

/**
 * `bytes`: the body without its Content-Encoding. Throws AppError: `invalid` for a body that cannot be read as a
 * whole, `unsupported_media_type`, `too_large`; then nothing of it is stored. `context`: for events that the reader
 * finishes itself.
 */
export type OpenProtocol = (bytes: Uint8Array, delivery: Delivery, context: MapContext) => ProtocolReader;
