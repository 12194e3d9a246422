/**
 * Finds where the messages of a stream end, in parts as they come. One for each connection. After a message was found,
 * `headBytes` and `tailBytes` say how many of its bytes do not belong to its content; a content may be empty.
 */
export interface Framer {
  /** Bytes in front of the content of the message found last. */
  readonly headBytes: number;
  /** Bytes behind it. */
  readonly tailBytes: number;
  /** It is a line, and a line feed ended it: the next one may go on with it. Absent: never. */
  readonly isLine?: boolean;
  /** Bytes of another part follow: what is remembered of places in the one before is forgotten. */
  begin(): void;
  /**
   * Goes on with a message, or begins with the next one, at bytes[from]. Returns where it ends, its last byte excluded
   * from what follows; -1: beyond `to`. Throws BrokenStreamError when no later byte can be understood.
   */
  find(bytes: Uint8Array, from: number, to: number): number;
  /** How the message that has begun stands when the stream ends here: as a whole one, or as one that broke off. */
  end(): "whole" | "cut";
}

/** Message boundaries are lost; the connection has to be closed. */
export class BrokenStreamError extends Error {
  override readonly name = "BrokenStreamError";
}
