import { setTimeout as sleep } from "node:timers/promises";
import { eventTypes } from "../../eventstore/event/event.ts";
import type { Call } from "../../http/route.ts";
import { AppError } from "../../lib/errors.ts";
import { JournalFramer } from "../framing/journal-framer.ts";
import { type Intake, originOf } from "../intake.ts";
import { streamEntryBytesMax, streamRetryMs } from "../limits.ts";
import type { Quotas } from "./quotas.ts";
import { admitSender, tokenIdOf } from "./receive-body.ts";

/**
 * Takes a body that need not end: whole entries go to the intake as they come, and nothing further is read before they
 * are on disk. Resolves at the end of the body; throws AppError for an entry that is too large or none.
 */
export type ReceiveJournal = (call: Call) => Promise<void>;

export function createReceiveJournal(intake: Intake, quotas: Quotas): ReceiveJournal {
  return async (call) => {
    const { request, principal, address } = call;
    const sent = { protocol: "journald", address, tokenId: tokenIdOf(principal) } as const;
    const origin = originOf(sent);
    const deliver = async (bytes: Uint8Array<ArrayBuffer>) => {
      admitSender(intake, quotas, origin);
      const sizeBytes = bytes.length;
      const { accepted, rejectedCount } = await untilTaken(() =>
        // The bytes are given away with each try.
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
      if (error instanceof AppError && error.code === "too_large") intake.noteLoss(origin, "too_large", 1);
      throw error;
    });
  };
}

async function readEntries(request: Request, deliver: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
  if (request.body === null) return;
  const framer = new JournalFramer();
  let held = Buffer.alloc(0);
  for await (const part of request.body as ReadableStream<Uint8Array<ArrayBuffer>>) {
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

/** Too much comes in just now: the sender is not asked to send again what it has sent, it waits. */
async function untilTaken<T>(deliver: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await deliver();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "too_many") throw error;
      await sleep(streamRetryMs);
    }
}
