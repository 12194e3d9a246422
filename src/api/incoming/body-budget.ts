import { AppError } from "../../lib/errors.ts";
import { firstBufferBytes, wholeBodyBytes } from "./limits.ts";

/** Reads bodies, all of them together within a bound. */
export interface BodyBudget {
  /**
   * The whole body, in a buffer of its own. Throws AppError: `too_large` beyond `limitBytes` (the rest is not
   * read), `too_many` when the others that are being read leave no room.
   */
  read(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * `totalBytes`: of all that are being read, so that many slow large ones cannot fill the memory. The one that began first is read whatever its
 * size: otherwise large ones that come together would all be refused, each half read.
 */
export function createBodyBudget(totalBytes: number): BodyBudget {
  let usedBytes = 0;
  const reading = new Set<Request>();
  return {
    async read(request, limitBytes) {
      let ownBytes = 0;
      reading.add(request);
      try {
        return await readBody(request, (sizeBytes) => {
          if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
          usedBytes += sizeBytes - ownBytes;
          ownBytes = sizeBytes;
          const [first] = reading;
          if (usedBytes > totalBytes && request !== first) throw tooMany();
        });
      } finally {
        reading.delete(request);
        usedBytes -= ownBytes;
      }
    },
  };
}

/** `admit` is told the size, or the size so far, and throws to end the reading. */
async function readBody(request: Request, admit: (sizeBytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const claimedBytes = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(claimedBytes > 0 && claimedBytes <= wholeBodyBytes)) return await readParts(request, admit);
  admit(claimedBytes);
  const body = (await request.bytes().catch((error) => {
    throw brokenOff(error);
  })) as Uint8Array<ArrayBuffer>;
  admit(body.length);
  return body;
}

/** A larger `Content-Length` is only a claim: what comes counts. */
async function readParts(request: Request, admit: (sizeBytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new ArrayBuffer(0);
  let sizeBytes = 0;
  if (request.body === null) return new Uint8Array(buffer);
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const { value } = part;
      admit(sizeBytes + value.length);
      const needed = sizeBytes + value.length;
      if (needed > buffer.byteLength)
        buffer = buffer.transfer(
          Math.max(needed, firstBufferBytes, Math.min(buffer.byteLength * 2, largestStep + needed)),
        );
      new Uint8Array(buffer).set(value, sizeBytes);
      sizeBytes = needed;
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof AppError ? error : brokenOff(error);
  }
  return new Uint8Array(buffer.transfer(sizeBytes));
}

/** Beyond this size a buffer grows by steps: doubling would reserve too much for nothing. */
const largestStep = 8 * 1024 * 1024;

function tooLarge(limitBytes: number): AppError {
  return new AppError("too_large", `The body is larger than ${Math.floor(limitBytes / 1024 / 1024)} MiB.`);
}

function tooMany(): AppError {
  return new AppError("too_many", "Too many large bodies are being read. Nothing of this was taken; try again.", {
    headers: { "Retry-After": "1" },
  });
}

function brokenOff(cause: unknown): AppError {
  return new AppError("invalid", "The body broke off before its end. Nothing was stored.", {}, { cause });
}
