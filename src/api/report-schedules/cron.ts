import { Cron } from "croner";

/**
 * The next time of a cron expression, in epoch seconds, strictly after the given second; undefined: never. Fields are
 * those of a clock in the zone: a time that the day skips (summer time begins) is due when the clock goes on, one that
 * occurs twice is due once.
 */
export function nextRun(cron: string, timezone: string, after: number): number | undefined {
  const next = openCron(cron, timezone).nextRun(new Date(after * 1000));
  return next === null ? undefined : Math.floor(next.getTime() / 1000);
}

/** The error in the expression, for people; undefined when it is valid. */
export function describeCronProblem(cron: string): string | undefined {
  try {
    if (openCron(cron, "UTC").nextRun(new Date()) === null) return `"${cron}" is never due.`;
    return undefined;
  } catch {
    return `Expected minute, hour, day of month, month and day of week, such as "0 7 * * 1-5", or @daily; got "${cron}".`;
  }
}

/** Paused: it only computes times and runs nothing. */
function openCron(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, paused: true, mode: "5-part" });
}
