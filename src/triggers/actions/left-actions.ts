import { count, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { waitingActions } from "../../db/schema/owed-messages.ts";
import type { DueAction } from "../fired-report.ts";
import { leftActionsMax } from "../limits.ts";

/** An action that a stop left. */
export interface LeftAction {
  id: number;
  action: DueAction;
}

/** Actions that a stop did not get to, or that quiet times held; each is forgotten when it is carried out. */
export function createLeftActions(db: Db) {
  return {
    /** Returns the number of those for which there is no room. */
    add(actions: readonly DueAction[]): number {
      const kept = db.select({ n: count() }).from(waitingActions).get()?.n ?? 0;
      const added = actions.slice(0, Math.max(0, leftActionsMax - kept));
      if (added.length > 0)
        db.insert(waitingActions)
          .values(added.map((action) => ({ action: JSON.stringify(action) })))
          .run();
      return actions.length - added.length;
    },

    /** In their order. */
    list: (): LeftAction[] =>
      db
        .select()
        .from(waitingActions)
        .orderBy(waitingActions.id)
        .all()
        .map(({ id, action }) => ({ id, action: JSON.parse(action) })),

    forget: (id: number): void => void db.delete(waitingActions).where(eq(waitingActions.id, id)).run(),
  };
}
