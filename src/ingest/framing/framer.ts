/**
 * Finds the ends of a stream's messages, in parts as they come. One for each connection. After a message was found,
 * `headBytes` and `tailBytes` say how many of its bytes do not belong to its content; a content may be empty.
 */
export interface Framer {
  /** Bytes in front of the content of the message found last. */
  readonly headBytes: number;
  /** Bytes behind it. */
  readonly tailBytes: number;
  /** It is a line that a line feed ended, so the next one may continue it. Absent: never. */
  readonly isLine?: boolean;
  /** Another part follows: positions remembered from the one before no longer apply. */
  begin(): void;
  /**
   * Continues a message, or begins the next one, at bytes[from]. Returns the position after its last byte; -1: it ends
   * beyond `to`. Throws BrokenStreamError when no later byte can be understood.
   */
  find(bytes: Uint8Array, from: number, to: number): number;
  /** Whether the message that has begun is whole or broken off if the stream ends here. */
  end(): "whole" | "cut";
}

/** Message boundaries are lost; the connection has to be closed. */
export class BrokenStreamError extends Error {
  override readonly name = "BrokenStreamError";
}
