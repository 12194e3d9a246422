import type { Intake } from "../../ingest/intake.ts";
import { LIGHT_EVENTS_MAX } from "../../jobs/limits.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { AppError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import type { FieldLinks } from "../../query/action-hints.ts";
import type { DamageFound } from "../../query/damage.ts";
import type { EncodedAnswer, EncodedTask } from "../../query/encode-answer.ts";
import type { SpanOf } from "../../query/question.ts";
import type { QueryEngine } from "./evaluation.ts";
import { systemTime, type TimeSource } from "./time-source.ts";

export interface QueryEngineParts {
  intake: Pick<Intake, "snapshot" | "release" | "setAside">;
  pool: Pick<WorkerPool, "run">;
  spanOf: SpanOf;
  links: FieldLinks;
  log: Logger;
  time?: TimeSource;
}

/** Answers queries from the intake thread's snapshots in the pool's threads; those that read little do not wait for those that read much. */
export function createQueryEngine({
  intake,
  pool,
  spanOf,
  links,
  log,
  time = systemTime,
}: QueryEngineParts): QueryEngine {
  return {
    snapshot: (span) => intake.snapshot(span),
    release: (lease) => intake.release(lease),
    spanOf,
    answer: (task, { actionsHint }) => {
      const encoded: EncodedTask = { ...task, links: actionsHint ? links : undefined };
      const events = task.snapshot.segments.reduce((sum, { rows }) => sum + rows, 0);
      return pool.run<EncodedAnswer | DamageFound>("query", encoded, events <= LIGHT_EVENTS_MAX ? "light" : "heavy");
    },
    setAside: (day, reason) => intake.setAside(day, reason),
    describeFailure: (error) => {
      if (error instanceof AppError) return error.message;
      log.error({ err: error }, "query failed");
      return "The query failed for a reason inside the service, which its log names.";
    },
    time,
  };
}
