import type { LossCause } from "../../eventstore/event-store.ts";
import type { FramedBody } from "../framing/framed-body.ts";
import { BrokenStreamError } from "../framing/framer.ts";
import type { Conversation, Hearing } from "./conversation.ts";
import type { DeliveryOutbox } from "./delivery-outbox.ts";
import { heldLineMs, heldMessageMs } from "./limits.ts";
import { type UnfinishedBytes, UnfinishedMessage } from "./unfinished.ts";

/** Why a message was not taken, in the words of the ledger. */
export type RejectionCause = Extract<LossCause, "rejected" | "too_large" | "over_quota">;

/** The parts of a socket that a connection needs. */
export interface Wire {
  pause(): void;
  resume(): void;
  send(bytes: Uint8Array): void;
  /** `reason`: for the log. */
  close(reason: string): void;
}

export interface ConnectionOptions {
  conversation: Conversation;
  /** The peer's address. */
  address: string;
  wire: Wire;
  outbox: DeliveryOutbox;
  unfinished: UnfinishedBytes;
  /** Bytes of one message; beyond, it is cut, or with `isWholeOrNothing` the connection is closed. */
  messageBytesMax: number;
  isWholeOrNothing: boolean;
  /** A message was lost with a connection that had to be closed. `bytes`: the part that was kept. */
  onRejected(cause: RejectionCause, bytes: number): void;
}

/**
 * Cuts the bytes of one peer into messages and puts them into bodies. When there is no body to put them in, the socket
 * is paused and received bytes are kept until `goOn`. Main thread.
 */
export class Connection {
  readonly address: string;
  /** Whether a whole message has come. */
  hasSpoken = false;
  /** Messages that were put into bodies. */
  taken = 0;
  readonly #options: ConnectionOptions;
  readonly #message: UnfinishedMessage;
  /** Received and not processed: part.subarray(at). */
  #part: Uint8Array = nothing;
  #at = 0;
  /** End of the message at `at` and of the lines that continue it once known, else -1. */
  #end = -1;
  /** End of the message after it, which does not continue it, once known, else -1. */
  #nextEnd = -1;
  /** The message at `at` is a line. */
  #isLine = false;
  /** Parts that came despite `pause`. */
  #later: Uint8Array[] = [];
  #isPaused = false;
  #isEnded = false;
  #isClosed = false;
  #source = 0;
  #sourceGeneration = -1;
  /** For the held message. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardMs = 0;
  /** 0: no message is held. */
  #heldSinceMs = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.address = options.address;
    this.#message = new UnfinishedMessage(options.unfinished, options.messageBytesMax);
  }

  /** A message waits for room. */
  get isStalled(): boolean {
    return this.#isPaused && !this.#isClosed;
  }

  receive(part: Uint8Array): void {
    if (this.#isClosed || this.#isEnded) return;
    if (this.#isPaused) this.#later.push(part);
    else {
      this.#begin(part);
      this.goOn();
    }
  }

  /** The peer sends nothing more. True when all its bytes are in bodies; else `goOn` does the rest. */
  end(): boolean {
    this.#isEnded = true;
    if (!this.#isPaused) this.#finish();
    return this.#isClosed;
  }

  /** Works off received bytes, as far as there is room. */
  goOn(): void {
    try {
      while (!this.#isClosed) {
        if (!this.#takePart()) {
          this.#pause();
          return;
        }
        const next = this.#later.shift();
        if (next === undefined) break;
        this.#begin(next);
      }
    } catch (error) {
      if (!(error instanceof BrokenStreamError)) throw error;
      this.#refuse(error.message);
    }
    if (this.#isEnded) this.#finish();
    else if (this.#isPaused && !this.#isClosed) {
      this.#isPaused = false;
      this.#options.wire.resume();
    }
    if (this.#message.held > 0) this.#waitForMore();
  }

  /** More of the message may follow at once; after a pause it is taken as it is. */
  #waitForMore(): void {
    this.#heardMs = performance.now();
    this.#heldSinceMs ||= this.#heardMs;
    this.#timer ??= setTimeout(() => this.#endWait(), heldLineMs);
    this.#timer.unref();
  }

  #endWait(): void {
    this.#timer = undefined;
    const message = this.#message;
    if (this.#isClosed || message.held === 0) return;
    const untilMs = Math.min(this.#heardMs + heldLineMs, this.#heldSinceMs + heldMessageMs);
    const leftMs = untilMs - performance.now();
    if (leftMs < 1 && !this.#isPaused && this.#placeHeld()) return;
    this.#timer = setTimeout(() => this.#endWait(), leftMs < 1 ? heldLineMs : leftMs);
    this.#timer.unref();
  }

  #begin(part: Uint8Array): void {
    this.#part = part;
    this.#at = 0;
    this.#end = -1;
    this.#nextEnd = -1;
    this.#options.conversation.framer.begin();
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#options.wire.pause();
  }

  /** False: no space for the rest of the part. */
  #takePart(): boolean {
    if (!this.#takeBegun() || !this.#takeWhole()) return false;
    if (!this.#isClosed && this.#at < this.#part.length) this.#keep(this.#part.subarray(this.#at));
    this.#part = nothing;
    this.#at = 0;
    return true;
  }

  /** Messages that began in an earlier part, each placed or held in one round, until none is kept; false: no room. */
  #takeBegun(): boolean {
    const { conversation, outbox } = this.#options;
    const message = this.#message;
    while (message.length > 0 && !this.#isClosed) {
      if (this.#end < 0) this.#end = conversation.framer.find(this.#part, this.#at, this.#part.length);
      if (this.#end < 0) return true;
      const tail = this.#part.subarray(this.#at, this.#end);
      if (outbox.open(this.address, message.length + tail.length + lineFeed.length) === undefined) return false;
      const isWhole = message.held === message.length;
      // Only once: a held message goes out in a round of its own.
      if (tail.length > 0 && !this.#keep(tail)) return true;
      if (message.held === 0) this.#finishBegun();
      else if (!this.#joinHeld()) {
        if (isWhole) message.forgetBegun();
        this.#placeHeld();
        // It is taken from where it lies.
        if (isWhole) return true;
        this.#at = this.#end;
        continue;
      }
      this.#at = this.#end;
      this.#end = -1;
    }
    return true;
  }

  /** Whether the kept message continues the held one; then it is held, too. */
  #joinHeld(): boolean {
    const { framer, joiner } = this.#options.conversation;
    const message = this.#message;
    const { bytes, held, length } = message;
    if (framer.isLine !== true || message.isCut || !joiner!.goesOn(bytes, 0, held, length)) return false;
    message.hold();
    return true;
  }

  /** The kept message is whole. */
  #finishBegun(): void {
    const { framer, joiner } = this.#options.conversation;
    const message = this.#message;
    if (framer.isLine === true && joiner !== undefined && !message.isCut) {
      joiner.begin(message.bytes, 0, message.length);
      message.hold();
      return;
    }
    const end = message.isCut ? message.length : message.length - framer.tailBytes;
    this.#place(message.bytes.subarray(0, end), framer.headBytes, message.isCut);
    message.clear();
  }

  /** The held message is complete; false: no room. */
  #placeHeld(): boolean {
    const message = this.#message;
    const { bytes, held } = message;
    const end = bytes[held - 1] === lineFeed[0] ? held - 1 : held;
    const { messageBytesMax } = this.#options;
    if (!this.#place(bytes.subarray(0, Math.min(end, messageBytesMax)), 0, end > messageBytesMax)) return false;
    message.drop();
    this.#heldSinceMs = 0;
    return true;
  }

  /** Whole messages in the part, copied together; false: no space for the next. */
  #takeWhole(): boolean {
    const { outbox } = this.#options;
    const part = this.#part;
    if (this.#message.length > 0) return true;
    let body = outbox.open(this.address, 1);
    let run = this.#at;
    const copyRun = () => {
      body?.write(part.subarray(run, this.#at));
      run = this.#at;
    };
    try {
      while (this.#at < part.length && !this.#isClosed) {
        if (this.#nextEnd < 0 && !this.#findWhole()) break;
        if (body === undefined || body.isFull || this.#end - run > body.freeBytes) {
          copyRun();
          body = outbox.next(this.address);
          if (body === undefined) return false;
        }
        this.#addWhole(body, run);
        this.#at = this.#end;
        this.#end = this.#nextEnd;
        this.#nextEnd = -1;
      }
    } finally {
      // The body knows messages whose bytes it has not got yet, also where the stream breaks behind them.
      copyRun();
    }
    if (this.#end >= 0 && !this.#isClosed) this.#holdWhole();
    return true;
  }

  /** Finds the end of the message at `at`, and of the lines that continue it; false: not yet known. */
  #findWhole(): boolean {
    const { framer, joiner } = this.#options.conversation;
    const part = this.#part;
    if (this.#end < 0) this.#end = framer.find(part, this.#at, part.length);
    if (this.#end < 0) return false;
    this.#isLine = framer.isLine === true;
    const bytesMax = this.#options.messageBytesMax;
    if (!this.#isLine || joiner === undefined || this.#end - this.#at > bytesMax) return true;
    joiner.begin(part, this.#at, this.#end);
    for (;;) {
      const next = framer.find(part, this.#end, part.length);
      if (next < 0) return false;
      const mayJoin = framer.isLine === true && next - this.#end <= bytesMax;
      if (!mayJoin || !joiner.goesOn(part, this.#at, this.#end, next)) {
        this.#nextEnd = next;
        return true;
      }
      this.#end = next;
    }
  }

  /** The message at `at` is complete, unless the next one continues it. */
  #holdWhole(): void {
    if (!this.#keep(this.#part.subarray(this.#at, this.#end))) return;
    this.#message.hold();
    this.#at = this.#end;
    this.#end = -1;
  }

  /** The message at [at .. end), which will lie in the body with everything from `run` on. */
  #addWhole(body: FramedBody, run: number): void {
    const { conversation, messageBytesMax, outbox } = this.#options;
    // The framer describes the message found last: where lines are joined, that is the next one.
    const { headBytes, tailBytes } = this.#isLine ? plainLine : conversation.framer;
    const start = this.#at + headBytes;
    const end = this.#end - tailBytes;
    if (end <= start) return;
    if (!this.#hear(this.#part, start, end)) return;
    const isCut = end - this.#at > messageBytesMax;
    const shift = body.textBytes - run;
    body.add(shift + start, shift + (isCut ? this.#at + messageBytesMax : end), this.#sourceIn(body), isCut);
    this.taken++;
    outbox.wake();
  }

  /** A message that lies in memory of its own; false: no room. */
  #place(bytes: Uint8Array, from: number, isCut: boolean): boolean {
    if (bytes.length <= from) return true;
    const { outbox } = this.#options;
    // The line feed separates messages that are searched as one text.
    const body = outbox.open(this.address, bytes.length + lineFeed.length);
    if (body === undefined) return false;
    if (!this.#hear(bytes, from, bytes.length)) return true;
    const start = body.textBytes;
    body.write(bytes);
    body.write(lineFeed);
    body.add(start + from, start + bytes.length, this.#sourceIn(body), isCut);
    this.taken++;
    outbox.wake();
    return true;
  }

  /** False: it holds no events. */
  #hear(bytes: Uint8Array, start: number, end: number): boolean {
    this.hasSpoken = true;
    const hearing = this.#options.conversation.hear?.(bytes, start, end);
    return hearing === undefined || this.#act(hearing);
  }

  #act({ isEvents, reply, acknowledgement, refusal }: Hearing): boolean {
    const { wire, outbox } = this.#options;
    if (reply !== undefined) wire.send(reply);
    if (refusal !== undefined) this.#close(refusal);
    else if (acknowledgement !== undefined) {
      outbox.whenStored(() => wire.send(acknowledgement));
      outbox.wake();
    }
    return isEvents;
  }

  #sourceIn(body: FramedBody): number {
    if (body.generation !== this.#sourceGeneration) {
      this.#source = body.addSource(this.address);
      this.#sourceGeneration = body.generation;
    }
    return this.#source;
  }

  /** A part of a message that has not ended yet. False when the connection had to be closed for it. */
  #keep(part: Uint8Array): boolean {
    const message = this.#message;
    if (!message.add(part)) this.#refuse("there is no memory for messages that do not end");
    else if (message.isCut && this.#options.isWholeOrNothing) this.#refuse("a message is too large", "too_large");
    return !this.#isClosed;
  }

  /** The end of the stream. */
  #finish(): void {
    if (this.#isClosed) return;
    if (!this.#finishLast()) {
      this.#isPaused = true;
      return;
    }
    this.#isClosed = true;
    this.#message.close();
  }

  /** False: no room. */
  #finishLast(): boolean {
    const { framer, joiner } = this.#options.conversation;
    const message = this.#message;
    const isCut = message.isCut || framer.end() === "cut";
    const { bytes, held, length } = message;
    if (length === 0) return true;
    if (this.#options.outbox.open(this.address, length + lineFeed.length) === undefined) return false;
    if (held > 0 && held < length && !isCut && joiner!.goesOn(bytes, 0, held, length)) message.hold();
    if (held > 0) this.#placeHeld();
    if (message.length === 0) return true;
    if (isCut && this.#options.isWholeOrNothing) {
      this.#options.onRejected("rejected", message.length);
      return true;
    }
    return this.#place(message.bytes, framer.headBytes, isCut);
  }

  #refuse(reason: string, cause: RejectionCause = "rejected"): void {
    this.#options.onRejected(cause, this.#message.length);
    this.#close(reason);
  }

  #close(reason: string): void {
    this.#isClosed = true;
    this.#message.close();
    this.#later = [];
    this.#options.wire.close(reason);
  }
}

const nothing = new Uint8Array(0);
const plainLine = { headBytes: 0, tailBytes: 1 };
const lineFeed = Uint8Array.of(10);
