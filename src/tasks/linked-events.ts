import { and, eq, notInArray } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { type SeenEvent, taskEvents } from "../db/schema/tasks.ts";
import { keptMessageCharactersMax } from "./limits.ts";

/**
 * Stores copies of events that a task is linked to from now on. Call it in the transaction that links them. `seen` has
 * those that a user could see.
 */
export function keepLinked(
  db: Db,
  taskId: number,
  eventIds: readonly string[],
  seen: ReadonlyMap<string, SeenEvent>,
  now: number,
): void {
  for (const eventId of eventIds) {
    const event = seen.get(eventId);
    const asLinked = event && { ...event, message: event.message.slice(0, keptMessageCharactersMax) };
    db.insert(taskEvents)
      .values({ taskId, eventId, linkedAt: now, asLinked: asLinked ?? null })
      .onConflictDoNothing()
      .run();
  }
}

/** Deletes the copies of other events: the task is about these alone. */
export function forgetUnlinked(db: Db, taskId: number, eventIds: readonly string[]): void {
  db.delete(taskEvents)
    .where(and(eq(taskEvents.taskId, taskId), notInArray(taskEvents.eventId, [...eventIds])))
    .run();
}

/** By event. Those linked before copies were stored are missing. */
export function readLinked(db: Db, taskId: number): Map<string, { linkedAt: number; asLinked: SeenEvent | null }> {
  const rows = db.select().from(taskEvents).where(eq(taskEvents.taskId, taskId)).all();
  return new Map(rows.map(({ eventId, linkedAt, asLinked }) => [eventId, { linkedAt, asLinked }]));
}
