import { and, asc, desc, eq, gt, gte, isNotNull } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { authtokens } from "../db/schema/authtokens.ts";
import { reportSchedules } from "../db/schema/report-schedules.ts";
import { triggerActs, triggers } from "../db/schema/triggers.ts";
import type { DamagedDay } from "../eventstore/snapshot.ts";
import { cutToCharacters } from "../lib/text-bounds.ts";
import { actsLookedAtMax, failingTriggersMax, quotedCharactersMax, troublesPerSourceMax } from "./limits.ts";
import type { Trouble } from "./trouble.ts";

/** A damaged file that was set aside stays a trouble until it is removed. */
export function findDamage(damaged: readonly DamagedDay[]): Trouble[] {
  return damaged.slice(-troublesPerSourceMax).map(({ file, day }) => ({
    cause: `damage ${file}`,
    about: { kind: "damage", values: { count: 1, file, day } },
    isUnsure: false,
  }));
}

/** Triggers whose last finished mail or call was given up; without a finished one the state is unknown. */
export function findFailingTriggers(db: Db): Trouble[] {
  const failed = db
    .select({ id: triggers.id, name: triggers.name, error: triggers.lastError })
    .from(triggers)
    .where(and(eq(triggers.isActive, true), gt(triggers.failuresCount, 0)))
    .orderBy(asc(triggers.id))
    .limit(failingTriggersMax)
    .all();
  return failed.flatMap(({ id, name, error }) => {
    const end = lastEnd(db, id);
    const values = { count: 1, id, name: quoted(name), error: quoted(error ?? "") };
    const about = { kind: "trigger_failing" as const, values };
    return end === "delivered" ? [] : [{ cause: `trigger ${id}`, about, isUnsure: end === undefined }];
  });
}

function lastEnd(db: Db, triggerId: number): "failed" | "delivered" | undefined {
  const newestFirst = db
    .select({ outcomes: triggerActs.outcomes })
    .from(triggerActs)
    .where(eq(triggerActs.triggerId, triggerId))
    .orderBy(desc(triggerActs.id))
    .limit(actsLookedAtMax)
    .all();
  const states = newestFirst.map(({ outcomes }) => outcomes.map(({ state }) => state));
  const last = states.find((ofAct) => ofAct.includes("failed") || ofAct.includes("delivered"));
  if (last === undefined) return undefined;
  return last.includes("failed") ? "failed" : "delivered";
}

/** Schedules whose last report was not made or not delivered; while one is under way, the state is unknown. */
export function findFailingReports(db: Db): Trouble[] {
  return db
    .select({ id: reportSchedules.id, title: reportSchedules.title, owed: reportSchedules.owedReportId })
    .from(reportSchedules)
    .where(and(eq(reportSchedules.isActive, true), isNotNull(reportSchedules.lastError)))
    .orderBy(asc(reportSchedules.id))
    .limit(troublesPerSourceMax)
    .all()
    .map(({ id, title, owed }) => ({
      cause: `report schedule ${id}`,
      about: { kind: "report_failing", values: { count: 1, id, title: quoted(title) } },
      isUnsure: owed !== null,
    }));
}

/** Tokens that have used up their daily quota on this UTC day (YYYY-MM-DD). */
export function findUsedUpTokens(db: Db, day: string): Trouble[] {
  const { id, shortKey, description, bytesPerDay, sentDay, sentBytes } = authtokens;
  return db
    .select({ id, shortKey, description, bytesPerDay })
    .from(authtokens)
    .where(and(isNotNull(bytesPerDay), eq(sentDay, day), gte(sentBytes, bytesPerDay)))
    .orderBy(asc(id))
    .limit(troublesPerSourceMax)
    .all()
    .map((token) => ({
      cause: `quota of token ${token.id}`,
      about: {
        kind: "quota",
        values: {
          count: 1,
          token: token.shortKey,
          description: quoted(token.description),
          bytes: token.bytesPerDay ?? 0,
        },
      },
      isUnsure: false,
    }));
}

function quoted(text: string): string {
  return cutToCharacters(text, quotedCharactersMax);
}
