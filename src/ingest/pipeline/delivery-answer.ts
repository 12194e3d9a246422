import { DiskFullError } from "../../eventstore/errors.ts";
import { AppError } from "../../lib/errors.ts";
import type { CommitGroup } from "../commit/commit-group.ts";
import { keyOfDelivery } from "../commit/retry-keys.ts";
import type { Receipt } from "../intake.ts";
import { diskFullRetrySeconds } from "../limits.ts";
import type { Reading } from "./delivery-progress.ts";

/** For a delivery that was read to its end. */
export function resultOf(reading: Reading, group: CommitGroup): Receipt | Error {
  const receipt = reading.finish();
  if (receipt.accepted === 0 && reading.count > 0 && !reading.isOfProtocol) return allRejected(receipt);
  const { delivery } = reading.waiting;
  if (delivery.idempotencyKey !== "") group.remember(keyOfDelivery(delivery), JSON.stringify(receipt));
  return receipt;
}

/** If storing failed, nothing is acknowledged; events rejected for their content stay rejected. */
export function answerOf(result: Receipt | Error, failure: unknown): Receipt | Error {
  if (result instanceof Error) return result;
  const details = { headers: { "Retry-After": String(diskFullRetrySeconds) } };
  const reason = failure instanceof DiskFullError ? "The disk is full." : "Events cannot be written to disk.";
  return new AppError("unavailable", `${reason} Nothing was stored; try again later.`, details, { cause: failure });
}

function allRejected({ rejected, rejectedCount }: Receipt): AppError {
  const first = rejected[0];
  const message = `No event of the body can be taken. The first: ${first?.error ?? ""}`;
  const body = { status: "error", accepted: 0, rejected, rejected_count: rejectedCount };
  return new AppError("invalid", message, { body });
}
