import { createHash } from "node:crypto";
import { writeEnvelope } from "../engine/answer-envelope.ts";
import type { Definition, View } from "../engine/stored-query.ts";

/** The answer to a watched question at one instant. */
export interface FingerprintedAnswer {
  /** A finished GenericQuery as JSON: its bytes, and the text, which is made once for all clients that get it. */
  record: { bytes: number; text(): string };
  /** Two answers of a question with the same fingerprint say the same. */
  fingerprint: string;
  /** Monotonic; everything stored before is in it. */
  startedMs: number;
  /** Epoch milliseconds at which the range moves by a step; undefined: it never moves. */
  movesAtMs: number | undefined;
  succeeded: boolean;
  /** It failed for lack of room, which may be over by now. */
  canRetry: boolean;
}

/** `qid` null: the question is in no list. */
export function fingerprintAnswer(
  definition: Omit<Definition, "qid"> & { qid: string | null },
  view: View,
  movesAtMs: number | undefined,
): FingerprintedAnswer {
  const { run } = view;
  const record = writeEnvelope(definition, view, run.results);
  return {
    record: { bytes: record.length, text: once(() => textOf(record)) },
    fingerprint: fingerprintOf(view, record),
    startedMs: run.startedMs,
    movesAtMs,
    succeeded: run.status === "SUCCESS",
    canRetry: run.canRetry,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

function fingerprintOf({ evaluation, run }: View, record: Uint8Array): string {
  const hash = createHash("sha256").update(JSON.stringify([run.status, run.error, evaluation.warnings, run.remarks]));
  const length = run.results?.length ?? 0;
  const results = record.subarray(record.length - 1 - length, record.length - 1);
  return hash.update(results.subarray(lengthOfRange(results))).digest("hex");
}

/** Length of the range in front of the results; a range that moved by a second is no news by itself. */
function lengthOfRange(results: Uint8Array): number {
  const start = Buffer.from(results.buffer, results.byteOffset, Math.min(results.length, 200)).toString("latin1");
  return /^\{"totals":\{"ts_from":[-+.e\d]+,"ts_to":[-+.e\d]+/.exec(start)?.[0].length ?? 0;
}
