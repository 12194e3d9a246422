import type { Framer } from "../framing/framer.ts";
import type { LineJoiner } from "../line-formats/records/line-joiner.ts";

/** The protocol of one stream connection: where messages end, and the answers of some protocols. */
export interface Conversation {
  readonly framer: Framer;
  /** Decides which lines continue the one before; absent: none does. */
  readonly joiner?: LineJoiner;
  /** Sent first, unasked. */
  readonly greeting?: Uint8Array;
  /** Looks at a whole message, bytes[start .. end). Absent: every message is an event to be stored, unanswered. */
  hear?(bytes: Uint8Array, start: number, end: number): Hearing;
}

/** The outcome of a message. */
export interface Hearing {
  /** It holds events. */
  isEvents: boolean;
  /** Reply to send at once. */
  reply?: Uint8Array;
  /** Reply to send when the events are on disk. */
  acknowledgement?: Uint8Array;
  /** Why the connection is closed after the reply. */
  refusal?: string;
}
