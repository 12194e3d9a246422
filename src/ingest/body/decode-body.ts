import { gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { AppError } from "../../lib/errors.ts";
import { bodyBytesMax, encodingsMax, wrappedBytesMax } from "../limits.ts";
import { unpackSnappy } from "./snappy.ts";
import { isWholeZstd } from "./zstd-frames.ts";

/**
 * Undoes a body's `Content-Encoding`: gzip, deflate (zlib or raw), zstd, snappy, identity, also two of them one over
 * the other. Throws AppError: `unsupported_media_type` for another name, `too_large` when the content is larger than
 * `limitBytes`, or what lies between two encodings than `wrappedBytesMax`, `invalid` when the data is broken or ends
 * early. Called in the intake thread, never on the main one.
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string, limitBytes = bodyBytesMax): Uint8Array {
  const names = encodingNames(contentEncoding);
  if (bytes.length > limitBytes) throw tooLarge(limitBytes);
  // The encoding named last was applied last.
  return names.reduceRight((body, name, index) => decode(body, name, limitBytes, index > 0), bytes);
}

/** Encoding of an uploaded file: the request's, or else the one that its first bytes show. */
export function encodingOf(bytes: Uint8Array, contentEncoding: string): string {
  if (contentEncoding.trim() !== "") return contentEncoding;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd ? "zstd" : "";
}

function encodingNames(contentEncoding: string): string[] {
  const names = contentEncoding
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  const unknown = names.find((name) => !Object.hasOwn(decoders, name));
  if (unknown !== undefined)
    throw unsupported(
      `Expected the Content-Encoding gzip, deflate, zstd, snappy or identity, got "${unknown.slice(0, 50)}".`,
    );
  if (names.length > encodingsMax)
    throw unsupported(`Expected at most ${encodingsMax} encodings one over the other, got ${names.length}.`);
  return names;
}

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const decoders: Record<string, Decoder> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? inflateSync(bytes, options) : inflateRawSync(bytes, options)),
  zstd: unpackZstd,
  snappy: (bytes, { maxOutputLength }) => {
    const content = unpackSnappy(bytes, maxOutputLength);
    if (content === undefined) throw broken("snappy", "the data is damaged, or ends before the content does");
    return content;
  },
  "x-snappy-framed": (bytes, options) => decoders.snappy!(bytes, options),
};

/** `isOuter`: what comes out is encoded itself. */
function decode(bytes: Uint8Array, name: string, limitBytes: number, isOuter: boolean): Uint8Array {
  const maxOutputLength = isOuter ? Math.min(limitBytes, wrappedBytesMax) : limitBytes;
  try {
    return decoders[name]!(bytes, { maxOutputLength });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = String((error as { code?: unknown }).code);
    if (code === "ERR_BUFFER_TOO_LARGE" || (name.includes("snappy") && error instanceof RangeError))
      throw maxOutputLength < limitBytes ? tooLargeBetween() : tooLarge(limitBytes);
    const reason = code === "Z_BUF_ERROR" ? endsEarly : "the data is damaged";
    throw broken(name, reason, error);
  }
}

/** RFC 9110 says zlib, but many senders send the bare stream. The two bytes of a zlib header are a multiple of 31. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function unpackZstd(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array {
  if (!isWholeZstd(bytes)) throw broken("zstd", "the data is damaged, or ends before the content does");
  return zstdDecompressSync(bytes, options);
}

const endsEarly = "the data ends before the content does";

function broken(name: string, reason: string, cause?: unknown): AppError {
  return new AppError("invalid", `The body cannot be read as ${name}: ${reason}. Nothing was stored.`, {}, { cause });
}

function tooLarge(limitBytes: number): AppError {
  const size = limitBytes >= 1024 * 1024 ? `${limitBytes / 1024 / 1024} MiB` : `${limitBytes} bytes`;
  return new AppError("too_large", `The body is larger than ${size}, counted after decompression.`);
}

function tooLargeBetween(): AppError {
  const size = `${wrappedBytesMax / 1024 / 1024} MiB`;
  return new AppError(
    "too_large",
    `The body is larger than ${size}, counted after the first of its two decompressions.`,
  );
}

function unsupported(message: string): AppError {
  return new AppError("unsupported_media_type", message);
}
