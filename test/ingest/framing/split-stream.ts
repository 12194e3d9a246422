import fc from "fast-check";
import type { Framer } from "../../../src/ingest/framing/framer.ts";

/** What a framer makes of a stream that comes in these parts: the contents of its messages, and what is left at its end. */
export function framesOf(framer: Framer, parts: readonly Uint8Array[]): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let message = Buffer.alloc(0);
  for (const part of parts) {
    framer.begin();
    let at = 0;
    for (;;) {
      const end = framer.find(part, at, part.length);
      message = Buffer.concat([message, part.subarray(at, end < 0 ? part.length : end)]);
      if (end < 0) break;
      messages.push(message.subarray(framer.headBytes, message.length - framer.tailBytes));
      message = Buffer.alloc(0);
      at = end;
    }
  }
  return { messages, rest: message };
}

/** The bytes in parts, cut at these places. */
export function splitAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

export const places = fc.array(fc.nat(), { maxLength: 12 });
