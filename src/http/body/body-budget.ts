import { AppError } from "../../lib/errors.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { type BodyPaces, wholeBodyBytes } from "../limits.ts";
import { type BodyReading, BodyRoom } from "./body-room.ts";

/** Reads bodies, all of them together within a bound. */
export interface BodyBudget {
  /**
   * The whole body, in a buffer of its own, however it is sent. Throws AppError: `too_large` beyond `limitBytes` (the
   * rest is not read), `too_many` when the others that are being read leave no room, `timeout` when it comes too
   * slowly.
   */
  read(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Counts a body that was read but is still in use: a large one takes space from others until the returned function is
   * called.
   */
  hold(sizeBytes: number): () => void;
}

/**
 * `totalBytes`: of all that are being read, so that many slow large ones cannot fill the memory. `onRead` is called
 * with each, and with every part of a large one.
 */
export function createBodyBudget(totalBytes: number, paces?: BodyPaces, onRead = () => {}): BodyBudget {
  const room = new BodyRoom(totalBytes, paces);
  return {
    hold: (sizeBytes) => (sizeBytes > wholeBodyBytes ? room.hold(sizeBytes) : () => undefined),
    async read(request, limitBytes) {
      const announcedBytes = announcedBytesOf(request);
      if (announcedBytes > limitBytes) throw tooLarge(limitBytes);
      onRead();
      const reading = room.begin(announcedBytes <= wholeBodyBytes ? announcedBytes : 0);
      try {
        const body = reading.isReserved
          ? readAtOnce(request)
          : readParts(request, announcedBytes, limitBytes, reading, onRead);
        return await Promise.race([body, reading.givenUp]);
      } finally {
        reading.end();
      }
    },
  };
}

/**
 * 0: it does not say, or more than a number: the server takes a header that comes twice with the same one, and joins
 * the two.
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
  reading: BodyReading,
  onRead: () => void,
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
      reading.grow(needed);
      onRead();
      if (needed > buffer.byteLength) buffer = buffer.transfer(roomFor(needed, buffer.byteLength, announcedBytes));
      new Uint8Array(buffer).set(part.value, sizeBytes);
      // As garbage the parts of large bodies would take as much as these once more.
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
 * Doubles, so that no single copy blocks the main thread for long, and never takes more than twice of what has arrived,
 * which alone is counted. From the first large step on it reserves the announced size: the system provides pages only
 * when they are written to.
 */
function roomFor(neededBytes: number, heldBytes: number, announcedBytes: number): number {
  const next = Math.max(neededBytes, Math.min(heldBytes * 2, largestStep + neededBytes));
  return next > largestStep ? Math.max(next, announcedBytes) : next;
}

/** Beyond this size a buffer grows by steps: doubling would reserve too much for nothing. */
const largestStep = 8 * 1024 * 1024;

/** A sender that goes away in the middle is its own fault and gets no answer anyway. */
function throwBrokenOff(cause: unknown): never {
  throw new AppError("invalid", "The body broke off before its end. Nothing was stored.", {}, { cause });
}

function tooLarge(limitBytes: number): AppError {
  const mebibyte = 1024 * 1024;
  const limit =
    limitBytes < mebibyte ? `${Math.floor(limitBytes / 1024)} KiB` : `${Math.floor(limitBytes / mebibyte)} MiB`;
  return new AppError("too_large", `The body is larger than ${limit}.`);
}
