import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { hostname } from "node:os";
import { MsgpackCursor } from "../framing/msgpack-cursor.ts";
import { MsgpackFramer } from "../framing/msgpack-framer.ts";
import { isListOfEntries } from "../protocols/forward/entries-head.ts";
import { goToOption } from "../protocols/forward/options.ts";
import type { Conversation, Hearing } from "./conversation.ts";
import { chunkIdBytesMax } from "./limits.ts";
import { pack } from "./pack-messages.ts";

/**
 * One connection of Fluentd's forward protocol. With a shared key, no events are taken before the peer has proved that
 * it knows the key: we send HELO with a nonce, it sends PING with a digest of it, we answer PONG with a digest of our
 * own. A message with a chunk id is acknowledged when its events are on disk.
 */
export function converseForward(sharedKey: string): Conversation {
  return new ForwardConversation(sharedKey);
}

class ForwardConversation implements Conversation {
  readonly framer = new MsgpackFramer();
  readonly greeting?: Uint8Array;
  readonly #sharedKey: string;
  readonly #nonce = randomBytes(16);
  #isKnown: boolean;

  constructor(sharedKey: string) {
    this.#sharedKey = sharedKey;
    this.#isKnown = sharedKey === "";
    if (!this.#isKnown) this.greeting = pack(["HELO", { nonce: this.#nonce, auth: "", keepalive: true }]);
  }

  hear(bytes: Uint8Array, start: number, end: number): Hearing {
    // Some senders write a nil to check the connection; a part has room for half a million of them.
    if (bytes[start] === nil) return noEvents;
    const cursor = new MsgpackCursor(bytes, start, end);
    if (!cursor.next() || cursor.kind !== "list") return { isEvents: this.#isKnown };
    if (!this.#isKnown) return this.#hearPing(cursor);
    const chunk = chunkOf(cursor);
    if (chunk === undefined) return { isEvents: true };
    if (chunk.length > chunkIdBytesMax) return { isEvents: false, refusal: "the id of a chunk is too long" };
    return { isEvents: true, acknowledgement: Buffer.concat([acknowledgementHead, chunk]) };
  }

  /** `["PING", host, salt, digest, user, password digest]` */
  #hearPing(cursor: MsgpackCursor): Hearing {
    const words: Buffer[] = [];
    for (let i = Math.min(cursor.values, pingWords); i > 0 && cursor.next(); i--)
      words.push(Buffer.from(cursor.bytes.subarray(cursor.start, cursor.end)));
    const [kind, host, salt, digest] = words;
    const isPing = kind?.toString() === "PING" && host !== undefined && salt !== undefined && digest !== undefined;
    const isRight = isPing && isSame(this.#digest(salt, host), digest.toString());
    this.#isKnown = isRight;
    const own = hostname();
    const proof = isRight ? this.#digest(salt, Buffer.from(own)) : "";
    const reply = pack(["PONG", isRight, isRight ? "" : "shared key mismatch", own, proof]);
    if (isRight) return { isEvents: false, reply };
    return { isEvents: false, reply, refusal: "it does not know the shared key" };
  }

  #digest(salt: Uint8Array, host: Uint8Array): string {
    return createHash("sha512").update(salt).update(host).update(this.#nonce).update(this.#sharedKey).digest("hex");
  }
}

/**
 * The value under `chunk` in the options, which follow the entries, or a time and a record; as it is written, since its
 * sender compares it. Undefined: there is none, or it is nil.
 */
function chunkOf(cursor: MsgpackCursor): Uint8Array | undefined {
  const { values } = cursor;
  if (!cursor.next() || !cursor.next()) return undefined;
  const isBare = !(cursor.isText || isListOfEntries(cursor));
  if (!cursor.skip()) return undefined;
  if (isBare && !(cursor.next() && cursor.skip())) return undefined;
  if (values <= (isBare ? 3 : 2) || !cursor.next() || !goToOption(cursor, "chunk")) return undefined;
  const start = cursor.at;
  if (!cursor.next() || cursor.kind === "nil" || !cursor.skip()) return undefined;
  return cursor.bytes.subarray(start, cursor.at);
}

/** Takes equally long for every wrong one. */
function isSame(expected: string, given: string): boolean {
  const digestOf = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digestOf(expected), digestOf(given.toLowerCase()));
}

const nil = 0xc0;
const noEvents: Hearing = { isEvents: false };
const pingWords = 6;
/** A map of one pair, `ack` and what follows. */
const acknowledgementHead = Buffer.from("\x81\xa3ack", "latin1");
