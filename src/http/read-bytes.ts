import { AppError } from "../lib/errors.ts";

/** The whole body, at most `limitBytes`, however it is sent; beyond: `too_large`, and the rest is not read. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
  if (request.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (let part = await readPart(reader); part.value !== undefined; part = await readPart(reader)) {
    sizeBytes += part.value.byteLength;
    if (sizeBytes > limitBytes) {
      await reader.cancel();
      throw tooLarge(limitBytes);
    }
    chunks.push(part.value);
  }
  return join(chunks, sizeBytes);
}

/** A client that goes away in the middle is its own fault and gets no answer anyway. */
async function readPart(reader: { read(): Promise<{ value?: Uint8Array }> }) {
  try {
    return await reader.read();
  } catch (error) {
    throw new AppError("invalid", "The body broke off before its end.", {}, { cause: error });
  }
}

function join(chunks: Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function tooLarge(limitBytes: number): AppError {
  const mebibyte = 1024 * 1024;
  const limit =
    limitBytes < mebibyte ? `${Math.floor(limitBytes / 1024)} KiB` : `${Math.floor(limitBytes / mebibyte)} MiB`;
  return new AppError("too_large", `The body is larger than ${limit}.`);
}
