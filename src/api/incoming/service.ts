import { eventTypes } from "../../eventstore/event/event.ts";
import type { Origin } from "../../eventstore/event-store.ts";
import type { BodyBudget } from "../../http/body/body-budget.ts";
import type { Call } from "../../http/route.ts";
import { type BodyFormat, type Intake, originOf, type Receipt } from "../../ingest/intake.ts";
import { bodyBytesMax, idempotencyKeyCharactersMax } from "../../ingest/limits.ts";
import { AppError } from "../../lib/errors.ts";
import type { Accepted } from "./schema.ts";

/** Takes bodies of events from HTTP to the intake thread; nothing of them is parsed on the way. */
export interface IncomingService {
  take(call: Call, format: BodyFormat, defaultTags?: string[]): Promise<Accepted>;
}

export function createIncomingService(intake: Intake, budget: BodyBudget): IncomingService {
  return {
    async take({ request, principal, address }, format, defaultTags = []) {
      const sent = { protocol: "http", address, tokenId: principal?.credentialId } as const;
      const read = await countRefusal(intake, originOf(sent), async () => ({
        idempotencyKey: readIdempotencyKey(request),
        bytes: await budget.read(request, bodyBytesMax),
      }));
      const release = budget.hold(read.bytes.length);
      try {
        const receipt = await intake.deliver({
          ...read,
          format,
          contentEncoding: request.headers.get("content-encoding") ?? "",
          mediaType: mediaTypeOf(request),
          sender: principal === null ? "" : `user ${principal.userId}`,
          ...sent,
          type: eventTypes.indexOf("HTTP"),
          defaultTags,
        });
        return answerOf(receipt);
      } finally {
        release();
      }
    },
  };
}

/** What is refused before the intake sees it is counted all the same. */
async function countRefusal<T>(intake: Intake, origin: Origin, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) intake.noteLoss(origin, error.code === "too_many" ? "overload" : "rejected", 1);
    throw error;
  }
}

function readIdempotencyKey(request: Request): string {
  const key = request.headers.get("idempotency-key") ?? "";
  if (key.length <= idempotencyKeyCharactersMax) return key;
  throw new AppError(
    "invalid",
    `Idempotency-Key: expected at most ${idempotencyKeyCharactersMax} characters, got ${key.length}.`,
  );
}

function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

function answerOf({ accepted, duplicates, cut, outOfTime, rejected, rejectedCount }: Receipt): Accepted {
  return {
    status: "ok",
    accepted,
    rejected,
    ...(rejectedCount > 0 ? { rejected_count: rejectedCount } : {}),
    ...(duplicates > 0 ? { duplicates } : {}),
    ...(cut > 0 ? { cut } : {}),
    ...(outOfTime > 0 ? { out_of_time: outOfTime } : {}),
  };
}
