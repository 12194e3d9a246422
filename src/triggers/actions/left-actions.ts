import type { Db } from "../../db/open-database.ts";
import { waitingActions } from "../../db/schema/owed-messages.ts";
import type { DueAction } from "../fired-report.ts";

/** Keeps actions that a stop does not get to: all or none. */
export function storeLeft(db: Db, actions: readonly DueAction[]): void {
  db.insert(waitingActions)
    .values(actions.map((action) => ({ action: JSON.stringify(action) })))
    .run();
}

/** Those that the stop before left, in their order; they are forgotten. */
export function takeLeft(db: Db): DueAction[] {
  const rows = db.select().from(waitingActions).orderBy(waitingActions.id).all();
  if (rows.length > 0) db.delete(waitingActions).run();
  return rows.map(({ action }): DueAction => JSON.parse(action));
}
