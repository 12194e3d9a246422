import * as z from "zod";
import type { Snapshot } from "../../eventstore/snapshot.ts";
import type { Principal } from "../../http/access/principal.ts";
import { validateBody } from "../../http/validate.ts";
import type { Intake } from "../../ingest/intake.ts";
import { lightEventsMax } from "../../jobs/limits.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import type { PreviewAnswer, PreviewTask } from "../../query/answer/preview-trigger.ts";
import { ControlSlot } from "../../query/execution/task.ts";
import { resolveSteps, timeRangeSchema } from "../../query/time/time-range.ts";
import { spanOfSteps, type TimeSteps } from "../../query/time/time-steps.ts";
import { damagedDaysMax, previewMs, previewPreset } from "./limits.ts";
import type { PreviewBody, PreviewOfBody } from "./schema.ts";
import { conditionsOf, type TriggerService } from "./service.ts";

export type PreviewService = ReturnType<typeof createPreviewService>;

export interface PreviewServiceParts {
  intake: Pick<Intake, "snapshot" | "release" | "setAside">;
  pool: Pick<WorkerPool, "run">;
  triggers: Pick<TriggerService, "find" | "hostsOf">;
  /** For ranges that name none. */
  timezone: string;
  clock?: Clock;
}

/** What a trigger would have fired on, before it is switched on. */
export function createPreviewService({ intake, pool, triggers, timezone, clock = systemClock }: PreviewServiceParts) {
  return {
    /** One that is not stored yet: as if it were the caller's. */
    preview: (principal: Principal, body: PreviewBody) =>
      answer({ filter: conditionsOf(body) ?? [], threshold: body.threshold ?? null }, principal.hosts, body.time_range),

    previewOf(principal: Principal, id: number, body: PreviewOfBody) {
      const { filter, threshold, ownerId } = triggers.find(principal, id);
      return answer({ filter, threshold }, triggers.hostsOf(ownerId), body.time_range);
    },
  };

  async function answer(
    previewOf: PreviewTask["previewOf"],
    hosts: readonly string[],
    range: Record<string, unknown> = { preset: previewPreset },
  ) {
    const now = nowSeconds(clock);
    const schema = z.object({ time_range: timeRangeSchema({ timezone, now, withSteps: true }) });
    const { time_range } = validateBody(schema, { time_range: range });
    const steps = resolveSteps(time_range, now);
    const { found, snapshot } = await ask(
      (part, control) => ({
        previewOf,
        hosts,
        steps,
        timezone: time_range.timezone,
        snapshot: part,
        control,
      }),
      steps,
    );
    const counts = found.counts;
    return {
      ts_from: steps.bounds[0]! / 1e6,
      ts_to: steps.bounds[steps.count]! / 1e6,
      matched_count: found.matchedCount,
      fired_count: counts.reduce((sum, count) => sum + count, 0),
      details: counts.map((count, step) => ({
        ts_from: steps.bounds[step]! / 1e6,
        ts_to: steps.bounds[step + 1]! / 1e6,
        count,
      })),
      events: found.samples,
      warnings: snapshot.warnings,
    };
  }

  async function ask(
    taskOf: (snapshot: Snapshot, control: SharedArrayBuffer) => PreviewTask,
    steps: TimeSteps,
  ): Promise<{ found: PreviewAnswer; snapshot: Snapshot }> {
    const control = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const { promise: giveUp, reject } = Promise.withResolvers<never>();
    const alarm = setTimeout(() => {
      Atomics.store(new Int32Array(control), ControlSlot.stop, 1);
      reject(tookTooLong());
    }, previewMs);
    try {
      return await Promise.race([withoutDamage((snapshot) => taskOf(snapshot, control), steps), giveUp]);
    } finally {
      clearTimeout(alarm);
    }
  }

  async function withoutDamage(
    taskOf: (snapshot: Snapshot) => PreviewTask,
    steps: TimeSteps,
  ): Promise<{ found: PreviewAnswer; snapshot: Snapshot }> {
    for (let attempt = 0; attempt < damagedDaysMax; attempt++) {
      const snapshot = await intake.snapshot(spanOfSteps(steps));
      try {
        const found = await pool.run<PreviewAnswer | DamageFound>("query", taskOf(snapshot), weightOf(snapshot));
        if (!("damaged" in found)) return { found, snapshot };
        intake.setAside(found.damaged.day, found.damaged.reason);
      } finally {
        intake.release(snapshot.lease);
      }
    }
    throw new AppError("unavailable", `More than ${damagedDaysMax} days were found damaged.`);
  }
}

function weightOf({ segments }: Snapshot): "light" | "heavy" {
  return segments.reduce((sum, { rows }) => sum + rows, 0) <= lightEventsMax ? "light" : "heavy";
}

function tookTooLong(): AppError {
  return new AppError("too_many", "The preview took too long. Ask for a shorter range, or try again later.", {
    headers: { "Retry-After": "5" },
  });
}
