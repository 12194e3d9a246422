import { eventTypes } from "../../eventstore/event/event.ts";
import type { Origin, RefusalCause } from "../../eventstore/event-store.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { BodyBudget } from "../../http/body/body-budget.ts";
import type { Call } from "../../http/route.ts";
import { AppError, type ErrorCode } from "../../lib/errors.ts";
import { type BodyFormat, type Delivery, type Intake, originOf, type Receipt } from "../intake.ts";
import { bodyBytesMax, idempotencyKeyCharactersMax } from "../limits.ts";
import type { Quotas } from "./quotas.ts";

/** Facts about a body in addition to its request. */
export interface BodyKind extends Pick<Delivery, "protocol" | "defaultTags" | "hints" | "host"> {
  format: BodyFormat;
  /** Replaces the request's. */
  mediaType?: string;
  contentEncoding?: string;
}

/**
 * Takes bodies of events from HTTP to the intake thread; nothing of them is parsed on the way. Resolves when they are
 * on disk; rejects as `Intake.deliver` and `BodyBudget.read` do, having counted what was refused.
 */
export type ReceiveBody = (call: Call, kind: BodyKind) => Promise<Receipt>;

export function createReceiveBody(intake: Intake, budget: BodyBudget, quotas: Quotas): ReceiveBody {
  return async ({ request, principal, address }, kind) => {
    const sent = { protocol: kind.protocol, address, tokenId: tokenIdOf(principal) };
    const origin = originOf(sent);
    const announced = announcedBytesOf(request);
    admitSender(intake, quotas, origin, announced);
    const { idempotencyKey, body } = await countRefusal(intake, origin, announced, async () => ({
      idempotencyKey: readIdempotencyKey(request),
      body: await budget.take(request, bodyBytesMax),
    }));
    // The bytes are transferred below.
    const sizeBytes = body.bytes.length;
    try {
      const receipt = await intake.deliver({
        contentEncoding: request.headers.get("content-encoding") ?? "",
        mediaType: mediaTypeOf(request),
        idempotencyKey,
        bytes: body.bytes,
        ...kind,
        ...sent,
        sender: principal === null ? "" : `user ${principal.userId}`,
        type: eventTypes.indexOf("HTTP"),
      });
      quotas.spend(origin, receipt.accepted + receipt.rejectedCount, sizeBytes);
      return receipt;
    } finally {
      body.release();
    }
  };
}

/** Throws `too_many` for a sender that has sent more than it may, and counts that. `bytes`: the size of its body. */
export function admitSender(intake: Intake, quotas: Quotas, origin: Origin, bytes: number): void {
  try {
    quotas.admit(origin);
  } catch (error) {
    intake.countUncounted(origin, "over_quota", { deliveries: 1, bytes });
    throw error;
  }
}

/** Bodies refused before the intake sees them are counted all the same. */
async function countRefusal<T>(intake: Intake, origin: Origin, bytes: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError)
      intake.countUncounted(origin, causeOf[error.code] ?? "rejected", { deliveries: 1, bytes });
    throw error;
  }
}

/** The size that the ledger counts for a body that is not read; 0: the sender does not say. */
export function announcedBytesOf({ headers }: Request): number {
  const bytes = Number(headers.get("content-length"));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
}

const causeOf: Partial<Record<ErrorCode, RefusalCause>> = { too_many: "overload", too_large: "too_large" };

/** Row id of the caller's token; 0: without one. */
export function tokenIdOf(principal: Principal | null): number {
  return principal?.via === "token" ? principal.credentialId : 0;
}

function readIdempotencyKey(request: Request): string {
  const key = request.headers.get("idempotency-key") ?? "";
  if (key.length <= idempotencyKeyCharactersMax) return key;
  throw new AppError(
    "invalid",
    `Idempotency-Key: expected at most ${idempotencyKeyCharactersMax} characters, got ${key.length}.`,
  );
}

/** In lower case without parameters, "" when there is none. */
export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}
