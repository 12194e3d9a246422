import * as z from "zod";
import { askUndamaged, borrow, withinTime } from "../../engine/ask.ts";
import type { Engine } from "../../engine/open-engine.ts";
import { nextSecond } from "../../engine/stored-query.ts";
import { requirePermission } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import { validateBody } from "../../http/validate.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import type { PreviewAnswer, PreviewTask } from "../../query/answer/preview-trigger.ts";
import { resolveSteps, timeRangeSchema } from "../../query/time/time-range.ts";
import { spanOfSteps } from "../../query/time/time-steps.ts";
import { previewMs, previewPreset } from "./limits.ts";
import type { PreviewBody, PreviewOfBody } from "./schema.ts";
import { conditionsOf, type TriggerService } from "./service.ts";

export type PreviewService = ReturnType<typeof createPreviewService>;

export interface PreviewServiceParts {
  engine: Pick<Engine, "instants" | "threads">;
  triggers: Pick<TriggerService, "find" | "hostsOf">;
  /** For ranges that name none. */
  timezone: string;
  clock?: Clock;
}

/** Shows which events a trigger would have fired on, before it is enabled. */
export function createPreviewService({ engine, triggers, timezone, clock = systemClock }: PreviewServiceParts) {
  return {
    /** One that is not stored yet, treated as the caller's. */
    preview(principal: Principal, body: PreviewBody) {
      requirePermission(principal, "search_events");
      const previewOf = {
        filter: conditionsOf(body) ?? [],
        threshold: body.threshold ?? null,
        isNewPattern: body.is_new_pattern ?? false,
        absence: body.absence ?? null,
      };
      return answer(previewOf, principal.hosts, body.time_range);
    },

    previewOf(principal: Principal, id: number, body: PreviewOfBody) {
      requirePermission(principal, "search_events");
      const { filter, threshold, isNewPattern, absence, ownerId } = triggers.find(principal, id);
      return answer({ filter, threshold, isNewPattern, absence }, triggers.hostsOf(ownerId), body.time_range);
    },
  };

  async function answer(
    previewOf: PreviewTask["previewOf"],
    hosts: readonly string[],
    range: Record<string, unknown> = { preset: previewPreset },
  ) {
    const now = nextSecond(clock);
    const schema = z.object({ time_range: timeRangeSchema({ timezone, now, withSteps: true }) });
    const { time_range } = validateBody(schema, { time_range: range });
    const steps = resolveSteps(time_range, now);
    const { answer: found, snapshot } = await withinTime(previewLimits, (control) =>
      askUndamaged(
        engine.instants,
        () => borrow(engine.instants, previewOf.isNewPattern ? undefined : spanOfSteps(steps)),
        (instant) =>
          engine.threads.run<PreviewAnswer | DamageFound>({
            kind: "preview",
            previewOf,
            hosts,
            steps,
            now: clock() * 1000,
            timezone: time_range.timezone,
            snapshot: instant,
            control,
          }),
      ),
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
}

const previewLimits = { stopMs: previewMs, giveUpMs: previewMs, refusal: tookTooLong };

function tookTooLong(): AppError {
  return new AppError("too_many", "The preview took too long. Ask for a shorter range, or try again later.", {
    headers: { "Retry-After": "5" },
  });
}
