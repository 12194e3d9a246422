import type { JobKind, Lane, UpkeepAnswer, UpkeepFailure, UpkeepJob } from "../catalog/upkeep-jobs.ts";
import { type Fault, faultOf, HeavyMergeError } from "../errors.ts";
import { DayFiles } from "./day-files.ts";
import { performJob, type Steps } from "./perform-job.ts";

/**
 * Does the jobs of `Upkeep` in small steps, and is the only writer of day files while the store is open. Lives in one
 * thread, whose loop calls `step` for as long as it reports more work.
 */
export class UpkeepExecutor {
  private readonly files: DayFiles;
  private readonly running = new Map<Lane, Running>();

  constructor(
    private readonly eventsFolder: string,
    private readonly answer: (answer: UpkeepAnswer) => void,
  ) {
    this.files = new DayFiles(eventsFolder);
  }

  begin(lane: Lane, job: UpkeepJob): void {
    this.running.set(lane, { job, steps: performJob(job, this.files, this.eventsFolder) });
  }

  /** The next step is of a long job for which no other lane waits. */
  get canWait(): boolean {
    const { kind } = this.running.get("background")?.job ?? {};
    return !this.running.has("urgent") && kind !== undefined && patientJobs.has(kind);
  }

  /** Some milliseconds of the most urgent job. False when there is none. */
  step(): boolean {
    const lane = this.running.has("urgent") ? "urgent" : "background";
    const running = this.running.get(lane);
    if (running) this.advance(lane, running);
    return running !== undefined;
  }

  release(day: string): void {
    for (const [lane, { job }] of this.running)
      if ("day" in job && job.day.name === day) this.end(lane, { kind: "released", message: `${day} was taken away` });
    try {
      this.files.close(day);
    } catch {
      // The file is about to be renamed or deleted, so it does not matter if its log cannot be folded.
    }
  }

  stop(lane: Lane): void {
    const running = this.running.get(lane);
    if (running?.job.kind === "apply") this.advance(lane, running);
    else if (running) this.end(lane, { kind: "stopped", message: "there was no more time" });
  }

  /** Nothing may be given to it afterwards. */
  close(): void {
    this.files.closeAll();
  }

  private advance(lane: Lane, { job, steps }: Running): void {
    try {
      const { done, value } = steps.next();
      if (done) this.finish(lane, { value });
    } catch (error) {
      this.finish(lane, { failure: failureOf(error, job) });
    }
  }

  private end(lane: Lane, failure: UpkeepFailure): void {
    this.running.get(lane)!.steps.return(undefined);
    this.finish(lane, { failure });
  }

  private finish(lane: Lane, outcome: { value: unknown } | { failure: UpkeepFailure }): void {
    this.running.delete(lane);
    this.answer({ lane, ...outcome });
  }
}

interface Running {
  job: UpkeepJob;
  steps: Steps<unknown>;
}

function failureOf(error: unknown, job: UpkeepJob): UpkeepFailure {
  const message = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  if (error instanceof HeavyMergeError) return { kind: "heavy", message };
  const fault = faultOf(error);
  return { kind: fault === "content" && readsSegments.has(job.kind) ? "unreadable" : kindOf[fault], message };
}

/** The others are short, free space, or hold up another lane. */
const patientJobs: ReadonlySet<JobKind> = new Set(["build", "examine", "inspect"]);

/** A content error in these jobs is a fault of their sources; in the others, of the file. */
const readsSegments: ReadonlySet<JobKind> = new Set(["divide", "merge", "build", "examine"]);

const kindOf: Record<Fault, UpkeepFailure["kind"]> = {
  full: "full",
  file: "broken",
  content: "broken",
  outside: "failed",
};
