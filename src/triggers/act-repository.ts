import { and, desc, eq, lte } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { type ActOutcome, type TriggerActRow, triggerActs } from "../db/schema/triggers.ts";
import { actMessageCharactersMax, actsPerTriggerMax } from "./limits.ts";

export type ActRepository = ReturnType<typeof createActRepository>;

/** Recent acts of triggers. Call the writing methods in a transaction. */
export function createActRepository(db: Db) {
  const find = (id: number) => db.select().from(triggerActs).where(eq(triggerActs.id, id)).get();
  const setOutcomes = (id: number, outcomes: readonly ActOutcome[]): void =>
    void db
      .update(triggerActs)
      .set({ outcomes: [...outcomes] })
      .where(eq(triggerActs.id, id))
      .run();
  return {
    /** Returns its id. Removes the oldest beyond the bound. */
    add(act: Omit<TriggerActRow, "id" | "outcomes">): number {
      const message = [...act.message].slice(0, actMessageCharactersMax).join("");
      const row = { ...act, message, outcomes: [] };
      const { id } = db.insert(triggerActs).values(row).returning({ id: triggerActs.id }).get();
      dropOldest(db, act.triggerId);
      return id;
    },

    setOutcomes,

    /** Records the current state of a mail or a call; does nothing when the act is no longer kept. */
    settle(id: number | null, kind: ActOutcome["kind"], state: ActOutcome["state"], error: string | null): void {
      const act = id === null ? undefined : find(id);
      if (act === undefined) return;
      setOutcomes(
        act.id,
        act.outcomes.map((outcome) => (outcome.kind === kind ? { ...outcome, state, error } : outcome)),
      );
    },

    /** The newest first. */
    list: (triggerId: number): TriggerActRow[] =>
      db
        .select()
        .from(triggerActs)
        .where(eq(triggerActs.triggerId, triggerId))
        .orderBy(desc(triggerActs.id))
        .limit(actsPerTriggerMax)
        .all(),
  };
}

function dropOldest(db: Db, triggerId: number): void {
  const beyond = db
    .select({ id: triggerActs.id })
    .from(triggerActs)
    .where(eq(triggerActs.triggerId, triggerId))
    .orderBy(desc(triggerActs.id))
    .limit(1)
    .offset(actsPerTriggerMax)
    .get();
  if (beyond === undefined) return;
  db.delete(triggerActs)
    .where(and(eq(triggerActs.triggerId, triggerId), lte(triggerActs.id, beyond.id)))
    .run();
}
