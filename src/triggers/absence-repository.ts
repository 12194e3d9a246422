import { and, asc, count, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { type AbsenceRow, absences } from "../db/schema/absences.ts";
import type { Seen } from "./absence.ts";

export type AbsenceRepository = ReturnType<typeof createAbsenceRepository>;

/** Absences that triggers have reported. */
export function createAbsenceRepository(db: Db) {
  return {
    list: (triggerId: number, most = -1): AbsenceRow[] =>
      db
        .select()
        .from(absences)
        .where(eq(absences.triggerId, triggerId))
        .orderBy(asc(absences.toldAt), asc(absences.value))
        .limit(most)
        .all(),

    count: (triggerId: number): number =>
      db.select({ n: count() }).from(absences).where(eq(absences.triggerId, triggerId)).get()?.n ?? 0,

    /** Several in one call shared a message. */
    add(triggerId: number, values: readonly Seen[], toldAt: number): void {
      const isShared = values.length > 1;
      for (const { value, lastSeen } of values)
        db.insert(absences).values({ triggerId, value, lastSeen, toldAt, isShared }).onConflictDoNothing().run();
    },

    remove(triggerId: number, values: readonly string[]): void {
      // As many names as one statement takes.
      for (let at = 0; at < values.length; at += 500)
        db.delete(absences)
          .where(and(eq(absences.triggerId, triggerId), inArray(absences.value, values.slice(at, at + 500))))
          .run();
    },

    /** Deletes the oldest reports beyond this number. */
    trim(triggerId: number, most: number): void {
      const beyond = db
        .select({ value: absences.value })
        .from(absences)
        .where(eq(absences.triggerId, triggerId))
        .orderBy(desc(absences.toldAt), asc(absences.value))
        .limit(Number.MAX_SAFE_INTEGER)
        .offset(most);
      db.delete(absences)
        .where(and(eq(absences.triggerId, triggerId), inArray(absences.value, beyond)))
        .run();
    },

    clear: (triggerId: number): void => void db.delete(absences).where(eq(absences.triggerId, triggerId)).run(),
  };
}
