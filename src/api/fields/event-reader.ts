import type { DamagedDay, Snapshot, TimeSpan } from "../../eventstore/snapshot.ts";
import type { Intake } from "../../ingest/intake.ts";
import { lightEventsMax } from "../../jobs/limits.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { AppError } from "../../lib/errors.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import { ControlSlot } from "../../query/execution/task.ts";
import { damagedDaysMax, waitMs, workMs } from "./limits.ts";

export interface EventReaderParts {
  intake: Pick<Intake, "snapshot" | "release" | "setAside">;
  pool: Pick<WorkerPool, "run">;
}

export interface Read<Answer> {
  answer: Answer;
  warnings: readonly DamagedDay[];
}

/** Has a thread answer short questions about events: told to stop after `workMs`, given up (429) after `waitMs`. */
export function createEventReader({ intake, pool }: EventReaderParts) {
  return {
    async read<Answer extends object>(
      span: TimeSpan,
      taskOf: (snapshot: Snapshot, control: SharedArrayBuffer) => object,
    ): Promise<Read<Answer>> {
      const control = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
      const { promise: giveUp, reject } = Promise.withResolvers<never>();
      const alarms = [
        setTimeout(() => Atomics.store(new Int32Array(control), ControlSlot.stop, 1), workMs),
        setTimeout(() => reject(busy()), waitMs),
      ];
      try {
        return await Promise.race([answerWithoutDamage<Answer>(span, (snapshot) => taskOf(snapshot, control)), giveUp]);
      } finally {
        for (const alarm of alarms) clearTimeout(alarm);
      }
    },
  };

  async function answerWithoutDamage<Answer extends object>(
    span: TimeSpan,
    taskOf: (snapshot: Snapshot) => object,
  ): Promise<Read<Answer>> {
    for (let attempt = 0; attempt < damagedDaysMax; attempt++) {
      const snapshot = await intake.snapshot(span);
      try {
        const answer = await pool.run<Answer | DamageFound>("query", taskOf(snapshot), weightOf(snapshot));
        if (!("damaged" in answer)) return { answer, warnings: snapshot.warnings };
        intake.setAside(answer.damaged.day, answer.damaged.reason);
      } finally {
        intake.release(snapshot.lease);
      }
    }
    throw new Error(`more than ${damagedDaysMax} days were found damaged while one question was answered`);
  }
}

function weightOf({ segments }: Snapshot): "light" | "heavy" {
  return segments.reduce((sum, { rows }) => sum + rows, 0) <= lightEventsMax ? "light" : "heavy";
}

function busy(): AppError {
  return new AppError("too_many", "All threads are busy with longer questions. Try again shortly.", {
    headers: { "Retry-After": "2" },
  });
}
