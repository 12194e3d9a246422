import { pipeline, Readable, type Transform } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { eventTypes } from "../../eventstore/event/event.ts";
import type { Call } from "../../http/route.ts";
import { AppError } from "../../lib/errors.ts";
import { encodingOf } from "../body/decode-body.ts";
import { JournalFramer } from "../framing/journal-framer.ts";
import { type Intake, originOf } from "../intake.ts";
import { streamEntryBytesMax, streamRetryMs } from "../limits.ts";
import type { Quotas } from "./quotas.ts";
import { admitSender, tokenIdOf } from "./receive-body.ts";

/**
 * Takes a body that need not end: whole entries go to the intake as they come, and nothing further is read before they
 * are on disk. Resolves at the end of the body; throws AppError for an entry that is too large or invalid.
 */
export type ReceiveJournal = (call: Call) => Promise<void>;

export function createReceiveJournal(intake: Intake, quotas: Quotas): ReceiveJournal {
  return async (call) => {
    const { request, principal, address } = call;
    const sent = { protocol: "journald", address, tokenId: tokenIdOf(principal) } as const;
    const origin = originOf(sent);
    const deliver = async (bytes: Uint8Array<ArrayBuffer>) => {
      const sizeBytes = bytes.length;
      admitSender(intake, quotas, origin, sizeBytes);
      const { accepted, rejectedCount } = await untilTaken(() =>
        // The bytes are transferred with each try.
        intake.deliver({
          ...sent,
          bytes: new Uint8Array(bytes),
          format: "journald",
          contentEncoding: "",
          mediaType: "",
          idempotencyKey: "",
          sender: principal === null ? "" : `user ${principal.userId}`,
          type: eventTypes.indexOf("SYSLOG"),
        }),
      );
      quotas.spend(origin, accepted + rejectedCount, sizeBytes);
    };
    await readEntries(request, deliver).catch((error) => {
      if (error instanceof AppError && error.code === "too_large") intake.countLoss(origin, "too_large", 1);
      throw error;
    });
  };
}

async function readEntries(request: Request, deliver: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
  if (request.body === null) return;
  const framer = new JournalFramer();
  let held = Buffer.alloc(0);
  for await (const part of plainParts(request.headers.get("content-encoding") ?? "", request.body)) {
    held = Buffer.concat([held, part]);
    framer.look(held);
    if (framer.wholeBytes > 0) {
      await deliver(new Uint8Array(held.subarray(0, framer.wholeBytes)));
      held = Buffer.from(held.subarray(framer.wholeBytes));
      framer.take();
    }
    if (held.length > streamEntryBytesMax)
      throw new AppError("too_large", `An entry is larger than ${streamEntryBytesMax} bytes.`);
  }
  if (held.some((byte) => byte !== 10)) throw new AppError("invalid", "The body ends within an entry.");
}

/**
 * Decompresses a stream, a bounded part at a time: gzip or zstd, as the request or else its first bytes say. Throws
 * AppError for damaged data and other encodings.
 */
async function* plainParts(contentEncoding: string, body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  const first = await parts.next();
  if (first.done) return;
  const encoding = encodingOf(first.value, contentEncoding).trim().toLowerCase();
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first.value!;
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
  }
  if (encoding === "" || encoding === "identity") {
    yield* all();
    return;
  }
  const create = decompressors[encoding];
  if (create === undefined)
    throw new AppError(
      "unsupported_media_type",
      `Expected the Content-Encoding gzip or zstd, got "${encoding.slice(0, 50)}".`,
    );
  const decompressor = create();
  // It reads on only as far as unpacked data is consumed; errors come out of the loop.
  pipeline(Readable.from(all()), decompressor, () => {});
  try {
    yield* decompressor as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      "invalid",
      `The body cannot be read as ${encoding}: it is damaged or ends early.`,
      {},
      { cause: error },
    );
  }
}

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  zstd: () => createZstdDecompress(),
};

/** Too much comes in just now: the sender is not asked to send again; it waits. */
async function untilTaken<T>(deliver: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await deliver();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "too_many") throw error;
      await sleep(streamRetryMs);
    }
}
