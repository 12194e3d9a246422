import { faultOf } from "../errors.ts";
import type { DayChange } from "../files/day-file.ts";
import type { DayManifestEntry } from "../files/day-manifest.ts";
import type { MemorySegment, SegmentHandle, SegmentSummary } from "../snapshot.ts";

/**
 * Jobs that the intake thread hands to another thread: all slow work on segments, and all writing to day files. The
 * intake thread alone decides, one job after the other in each lane, so it always knows from the answers what is in the
 * files. A job whose answer never came can be given again: none of them adds anything twice.
 */
export interface Upkeep {
  /** Called when an answer is there; not while `take` and `wait` are used. */
  onAnswer: () => void;
  /** Gives a lane, which must be free, its next job. */
  begin(lane: Lane, job: UpkeepJob): void;
  /** The next answer, in the order in which they came. */
  take(): UpkeepAnswer | undefined;
  /** Blocks until there is an answer or the time is up. */
  wait(timeoutMs: number): void;
  /** Ends the jobs on a day, answering them as released, and closes its file. Blocks until that is done. */
  release(day: string): void;
  /** Ends the lane's job where it stands, unless it cannot be divided. It is answered in any case. */
  stop(lane: Lane): void;
  /** Closes all files and ends the thread. Blocks. */
  end(): void;
}

/** Urgent work goes first, between any two steps of the other lane. */
export type Lane = "urgent" | "background";

/** A day as the intake thread knows it. */
export interface DayRef {
  name: string;
  /** The commit up to which its file is complete, at least; 0: there need not be a file. */
  sealedCommit: number;
}

/** The facts about a day that a job needs. */
export function refOf({ name, sealedCommit }: DayRef): DayRef {
  return { name, sealedCommit };
}

/** `some`: only these rows, rising. */
export type JobSource = SegmentHandle & { some?: Uint32Array | undefined };

/** The rows of a segment that belong to a day; undefined: all. */
export interface DayRows {
  day: string;
  rows: Uint32Array | undefined;
}

/** Each kind of job with its answer. */
interface Jobs {
  /** By source: which days its rows belong to. */
  divide: { job: { sources: MemorySegment[] }; answer: DayRows[][] };
  /** One segment in memory out of several. */
  merge: { job: { sources: MemorySegment[] }; answer: SharedArrayBuffer };
  /**
   * Merges several segments into one in the day's file, invisible until it is applied. `isDoubted`: examines them
   * first.
   */
  build: { job: { day: DayRef; segmentId: number; sources: JobSource[]; isDoubted?: boolean }; answer: SegmentSummary };
  /** Which of these segments an earlier build wrote in a way that calls for a rewrite. */
  inspect: { job: { day: DayRef; segmentIds: readonly number[] }; answer: number[] };
  /** Finds the fault of a segment of this day or of the tail; undefined when it can be read and merged. */
  examine: { job: { day: DayRef; source: JobSource }; answer: string | undefined };
  /** One transaction and fsync. */
  apply: { job: { day: DayRef; change: DayChange }; answer: undefined };
  /** Deletes segments without readers. */
  delete: { job: { day: DayRef; segmentIds: readonly number[] }; answer: undefined };
  /** Copies the write-ahead log into the file. False when a reader was in the way. */
  fold: { job: { day: DayRef }; answer: boolean };
  /** Reads what the next start wants to know of the file. */
  list: { job: { day: DayRef; isLast: boolean }; answer: DayManifestEntry | undefined };
  /** Opens the file and closes it, which removes the empty log that readers leave. */
  visit: { job: { day: DayRef }; answer: undefined };
  /** Removes the file of a day. */
  unlink: { job: { day: DayRef }; answer: undefined };
}

export type JobKind = keyof Jobs;
export type JobOf<Kind extends JobKind> = Jobs[Kind]["job"] & { kind: Kind };
export type AnswerOf<Kind extends JobKind> = Jobs[Kind]["answer"];
export type UpkeepJob = { [Kind in JobKind]: JobOf<Kind> }[JobKind];

export type UpkeepAnswer = { lane: Lane } & ({ value: unknown } | { failure: UpkeepFailure });

/**
 * full: no disk space, try again later. broken: the day's file is damaged. unreadable: one of the source segments, or
 * all together; `examine` tells which. heavy: together they are more than one merge may hold. released: the day was
 * taken away. stopped: by `stop`. failed: any other, external reason.
 */
export interface UpkeepFailure {
  kind: "full" | "broken" | "unreadable" | "heavy" | "released" | "stopped" | "failed";
  message: string;
}

export class UpkeepError extends Error {
  override readonly name = "UpkeepError";
  readonly kind: UpkeepFailure["kind"];

  constructor({ kind, message }: UpkeepFailure) {
    super(message);
    this.kind = kind;
  }
}

/** True when the segments to be read or merged are the cause, not their surroundings. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof UpkeepError ? error.kind === "unreadable" : faultOf(error) === "content";
}

/** Work of the intake thread that waits for answers: it gives jobs away and goes on with what comes back. */
export type UpkeepWork<Result = void> = Generator<UpkeepStep, Result, unknown>;

/** A function when the change is computed from earlier changes: it is called when no other change is under way. */
export type UpkeepStep = UpkeepJob | (() => JobOf<"apply">);

/** Throws UpkeepError when it failed. */
export function* ask<Kind extends JobKind>(job: JobOf<Kind>): UpkeepWork<AnswerOf<Kind>> {
  return (yield job as UpkeepJob) as AnswerOf<Kind>;
}

export function* apply(job: () => Omit<JobOf<"apply">, "kind">): UpkeepWork {
  yield () => ({ kind: "apply", ...job() });
}
