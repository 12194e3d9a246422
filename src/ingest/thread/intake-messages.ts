import type { LossCause, Origin, RefusalCause, Uncounted } from "../../eventstore/event-store.ts";
import type { Damage, TimeSpan } from "../../eventstore/snapshot.ts";
import { AppError, type ErrorCode, type ErrorDetails } from "../../lib/errors.ts";
import type { RuleReading } from "../../parser-rules/files/rule-reading.ts";
import type { ActiveTrigger } from "../../triggers/active-trigger.ts";
import type { FiredReport } from "../../triggers/fired-report.ts";
import type { KnownPatterns } from "../../triggers/known-patterns.ts";
import type { Delivery, IntakeOptions, KeptEvents } from "../intake.ts";

/** Data for the thread's start. */
export interface IntakeThreadData extends IntakeOptions {
  /** Int32Array of one word: how often the store changed. Incremented before anyone is told of the change. */
  changes: SharedArrayBuffer;
  /** See BodySlots. */
  bodies: readonly SharedArrayBuffer[];
}

/** Main thread → intake thread. A question has an `id` that its answer names. */
export type IntakeRequest =
  | { kind: "deliver"; id: number; delivery: Delivery; body?: SlottedBody }
  | { kind: "snapshot"; id: number; span: TimeSpan | undefined; asOf: number | undefined }
  | { kind: "status"; id: number }
  | { kind: "rule-states"; id: number }
  | { kind: "reload-rules"; id: number; renewed: string | undefined; readings: readonly RuleReading[] }
  | { kind: "arrivals"; id: number; fromMs: number; toMs: number }
  | { kind: "close"; id: number; stopBeganMs: number }
  | { kind: "give-back"; wantedBytes: number }
  | { kind: "release"; lease: number }
  | { kind: "triggers"; triggers: readonly ActiveTrigger[] }
  | { kind: "patterns"; patterns: KnownPatterns }
  | { kind: "retention"; kept: KeptEvents }
  | { kind: "loss"; origin: Origin; cause: LossCause; count: number }
  | { kind: "uncounted"; origin: Origin; cause: RefusalCause; refused: Uncounted }
  | { kind: "set-aside"; damage: Damage };

/** A body that lies in shared memory until its answer, instead of in its delivery. */
export interface SlottedBody {
  slot: number;
  sizeBytes: number;
  /** That of the slot, unless the thread knows it. */
  memory?: SharedArrayBuffer;
}

/** Intake thread → main thread. */
export type IntakeMessage =
  | { kind: "ready" }
  | { kind: "answers"; answers: IntakeAnswer[] }
  | { kind: "fired"; report: FiredReport }
  /** The thread cannot go on: at its start, or because the store failed. It ends after this. */
  | { kind: "fatal"; error: PlainError };

export interface IntakeAnswer {
  id: number;
  value?: unknown;
  error?: PlainError;
}

/** An error as it crosses threads, where classes are lost. */
export interface PlainError {
  message: string;
  /** Code of an AppError; any other error is our own fault. */
  code?: ErrorCode;
  details?: ErrorDetails;
  stack?: string;
}

export function toPlainError(error: unknown): PlainError {
  if (error instanceof AppError) return { message: error.message, code: error.code, details: error.details };
  if (error instanceof Error) return { message: error.message, stack: error.stack };
  return { message: String(error) };
}

export function fromPlainError({ message, code, details, stack }: PlainError): Error {
  if (code !== undefined) return new AppError(code, message, details);
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
