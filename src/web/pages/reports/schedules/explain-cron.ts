import { Cron } from "croner";
import cronstrue from "cronstrue";
import "cronstrue/locales/de";
import { language } from "../../../words/language.ts";

/** Explains a cron expression in the reader's language; undefined: it is not valid. */
export function describeCron(cron: string): string | undefined {
  try {
    openCron(cron, "UTC");
    return cronstrue.toString(expand(cron), { locale: language, use24HourTimeFormat: true, verbose: false });
  } catch {
    return undefined;
  }
}

/** When it is due next, in epoch seconds. Twin: nextRun in src/api/report-schedules/cron.ts, by the same library. */
export function nextTimes(cron: string, timezone: string, count: number): number[] {
  try {
    return openCron(cron, timezone)
      .nextRuns(count)
      .map((time) => time.getTime() / 1000);
  } catch {
    return [];
  }
}

/** Only computes times; runs nothing. */
function openCron(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, paused: true, mode: "5-part" });
}

const nicknames: Record<string, string> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

function expand(cron: string): string {
  return nicknames[cron] ?? cron;
}
