import { AppError } from "../../lib/errors.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import type { MemoryQueue, Share } from "../../runtime/memory-queue.ts";
import { type BodyPaces, bodyMemoryWaitMs, wholeBodyBytes } from "../limits.ts";
import { type BodyReading, BodyRoom } from "./body-room.ts";

/** Reads bodies, all of them together within a bound. */
export interface BodyBudget {
  /**
   * The whole body, in a buffer of its own, in any transfer encoding. Throws AppError: `too_large` beyond `limitBytes`
   * (the rest is not read), `too_many` when the other bodies leave no room, `timeout` when it comes too slowly.
   */
  read(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The same for a body that is used for longer than it is read. The memory of a large one until `release` is reserved
   * when its first megabyte has come; the rest waits for that, and is refused with `too_many` if none is free for long.
   */
  take(request: Request, limitBytes: number): Promise<TakenBody>;
}

export interface TakenBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** Call it once, when nobody uses the body any more. */
  release(): void;
}

export interface BodyBudgetOptions {
  paces?: BodyPaces;
  /** Called with each body, and with every part of a large one. */
  onRead?(): void;
  /** Aborted when the service begins to stop. */
  stopping?: AbortSignal | undefined;
  /** Memory shared with other large pieces of work; without it only the reading of bodies is bounded. */
  memory?: BodyMemory;
}

export interface BodyMemory {
  shares: MemoryQueue;
  /** Bytes that a body of this size takes until it is released. */
  needOf(sizeBytes: number, isEncoded: boolean): number;
}

/** `totalBytes`: of all bodies being read, so that many slow large ones cannot fill the memory. */
export function createBodyBudget(
  totalBytes: number,
  { paces, onRead = () => {}, stopping, memory }: BodyBudgetOptions = {},
): BodyBudget {
  const room = new BodyRoom(totalBytes, paces);
  stopping?.addEventListener("abort", () => room.stop());
  async function read(request: Request, limitBytes: number, place?: LargeBodyPlace): Promise<Uint8Array<ArrayBuffer>> {
    const announcedBytes = announcedBytesOf(request);
    if (announcedBytes > limitBytes) throw tooLarge(limitBytes);
    onRead();
    const reading = room.begin(announcedBytes <= wholeBodyBytes ? announcedBytes : 0);
    const makeRoom = async (neededBytes: number) => {
      if (neededBytes > wholeBodyBytes) await place?.enlarge(announcedBytes, reading);
      reading.grow(neededBytes);
      onRead();
    };
    try {
      const body = reading.isReserved ? readAtOnce(request) : readParts(request, announcedBytes, limitBytes, makeRoom);
      return await Promise.race([body, reading.givenUp]);
    } finally {
      reading.end();
    }
  }
  return {
    read: (request, limitBytes) => read(request, limitBytes),
    async take(request, limitBytes) {
      const isEncoded = !/^(?:identity)?$/i.test(request.headers.get("content-encoding") ?? "");
      const place = memory && new LargeBodyPlace(memory, isEncoded, limitBytes);
      try {
        const bytes = await read(request, limitBytes, place);
        await place?.resize(bytes.length);
        return { bytes, release: () => place?.release() };
      } catch (error) {
        place?.release();
        throw error;
      }
    },
  };
}

/** The memory of one body, if it is a large one. */
class LargeBodyPlace {
  readonly #memory: BodyMemory;
  readonly #isEncoded: boolean;
  readonly #limitBytes: number;
  #share: Share | undefined;
  #isOver = false;

  constructor(memory: BodyMemory, isEncoded: boolean, limitBytes: number) {
    this.#memory = memory;
    this.#isEncoded = isEncoded;
    this.#limitBytes = limitBytes;
  }

  /**
   * More has come than a small one has, so it is not just announced; 0: its size was not announced. Waits until there
   * is memory for all of it.
   */
  async enlarge(announcedBytes: number, reading: BodyReading): Promise<void> {
    if (this.#share !== undefined) return;
    await this.#take(announcedBytes || this.#limitBytes);
    reading.leaveRoom(() => this.#memory.shares.isShort);
  }

  /** It is read. A small one may become large when it is unpacked. */
  async resize(sizeBytes: number): Promise<void> {
    if (this.#share !== undefined) this.#share.shrinkTo(this.#needOf(sizeBytes));
    else if (this.#needOf(sizeBytes) > this.#leastNeed) await this.#take(sizeBytes);
  }

  release(): void {
    this.#isOver = true;
    this.#share?.release();
  }

  get #leastNeed(): number {
    return this.#memory.needOf(wholeBodyBytes, false);
  }

  #needOf(sizeBytes: number): number {
    return this.#memory.needOf(sizeBytes, this.#isEncoded);
  }

  async #take(sizeBytes: number): Promise<void> {
    const share = await this.#memory.shares.take("body", this.#needOf(sizeBytes), bodyMemoryWaitMs);
    if (share === undefined) throw noMemory();
    this.#share = share;
    // It was given up while it waited.
    if (this.#isOver) share.release();
  }
}

/**
 * 0: no size, or more than a number: the server accepts a header that comes twice with the same value, and joins the
 * two.
 */
function announcedBytesOf({ headers }: Request): number {
  return Number(headers.get("content-length")) || 0;
}

async function readAtOnce(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  return (await request.bytes().catch(throwBrokenOff)) as Uint8Array<ArrayBuffer>;
}

async function readParts(
  request: Request,
  announcedBytes: number,
  limitBytes: number,
  makeRoom: (neededBytes: number) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new ArrayBuffer(0);
  let sizeBytes = 0;
  if (request.body === null) return new Uint8Array(buffer);
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const readPart = () => reader.read().catch(throwBrokenOff);
  try {
    for (let part = await readPart(); !part.done; part = await readPart()) {
      const needed = sizeBytes + part.value.length;
      if (needed > limitBytes) throw tooLarge(limitBytes);
      await makeRoom(needed);
      if (needed > buffer.byteLength) buffer = buffer.transfer(roomFor(needed, buffer.byteLength, announcedBytes));
      new Uint8Array(buffer).set(part.value, sizeBytes);
      // Left as garbage, the parts of large bodies would take the same memory once more.
      freeArrays([part.value]);
      sizeBytes = needed;
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
  return new Uint8Array(buffer.transfer(sizeBytes));
}

/**
 * Doubles, so that no single copy blocks the main thread for long, and never takes more than twice the bytes that have
 * arrived, which alone are counted. From the first large step on it reserves the announced size: the system provides
 * pages only when they are written to.
 */
function roomFor(neededBytes: number, heldBytes: number, announcedBytes: number): number {
  const next = Math.max(neededBytes, Math.min(heldBytes * 2, largestStep + neededBytes));
  return next > largestStep ? Math.max(next, announcedBytes) : next;
}

/** Beyond this size a buffer grows by steps: doubling would reserve too much for nothing. */
const largestStep = 8 * 1024 * 1024;

/** A sender that disconnects in the middle gets no answer anyway. */
function throwBrokenOff(cause: unknown): never {
  throw new AppError("invalid", "The body broke off before its end. Nothing was stored.", {}, { cause });
}

function noMemory(): AppError {
  return new AppError(
    "too_many",
    "There is no memory for so large a body while others are worked on. Nothing of it was taken; try again, or send at most 1 MiB at a time.",
    { headers: { "Retry-After": "1" } },
  );
}

function tooLarge(limitBytes: number): AppError {
  const mebibyte = 1024 * 1024;
  const limit =
    limitBytes < mebibyte ? `${Math.floor(limitBytes / 1024)} KiB` : `${Math.floor(limitBytes / mebibyte)} MiB`;
  return new AppError("too_large", `The body is larger than ${limit}.`);
}
