import { count, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { waitingActions } from "../../db/schema/owed-messages.ts";
import type { TriggerRow } from "../../db/schema/triggers.ts";
import type { Clock } from "../../lib/clock.ts";
import { askedText } from "../active-trigger.ts";
import type { DueAction } from "../fired-report.ts";
import { leftActionsMax } from "../limits.ts";
import { QuietTimes } from "../quiet-times.ts";
import type { TriggerRepository } from "../trigger-repository.ts";

export interface LeftActionsParts {
  triggers: Pick<TriggerRepository, "find" | "findUser">;
  clock: Clock;
  /** Interval at which those are looked at that quiet times hold, or that could not be written. */
  leftMs: number;
  /** Takes an action over; false: there is no room for it now. */
  take(action: DueAction): boolean;
  /** False: the work could not be written. */
  attempt(work: () => void): boolean;
}

/** Actions that a stop did not get to, or that quiet times held; each is forgotten when it is carried out. */
export function createLeftActions(db: Db, { triggers, clock, leftMs, take, attempt }: LeftActionsParts) {
  /** Of those taken over and not carried out. */
  const ids = new Map<DueAction, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  return {
    /** For the next start, except those that are stored. Returns the number of those that could not be kept. */
    leave(actions: readonly DueAction[]): number {
      const wanted = actions.filter((action) => !ids.has(action));
      let dropped = wanted.length;
      if (dropped > 0)
        attempt(() => {
          dropped = add(wanted);
        });
      return dropped;
    },

    resume: (): void => void attempt(takeAll),

    /** Call it in the transaction that carries the action out. */
    forget(action: DueAction): void {
      const id = ids.get(action);
      if (id !== undefined) remove(id);
    },

    /** Call it behind that. False: it could not be carried out and is lost; of those that are stored, none is. */
    settle(action: DueAction, isDone: boolean): boolean {
      const isStored = ids.delete(action);
      if (isStored && !isDone) takeLater();
      return isStored || isDone;
    },

    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };

  function add(actions: readonly DueAction[]): number {
    const kept = db.select({ n: count() }).from(waitingActions).get()?.n ?? 0;
    const added = actions.slice(0, Math.max(0, leftActionsMax - kept));
    if (added.length > 0)
      db.insert(waitingActions)
        .values(added.map((action) => ({ action: JSON.stringify(action) })))
        .run();
    return actions.length - added.length;
  }

  /** Now or, of triggers that are in quiet times, behind their end. */
  function takeAll(): void {
    const known = new Set(ids.values());
    let isLater = false;
    for (const { id, action: text } of db.select().from(waitingActions).orderBy(waitingActions.id).all()) {
      if (known.has(id)) continue;
      const action: DueAction = JSON.parse(text);
      const trigger = triggers.find(action.triggerId);
      if (trigger === undefined || !isAsked(trigger, action)) remove(id);
      else if (!new QuietTimes(trigger.quietHours, trigger.maintenance).at(clock()) && take(action))
        ids.set(action, id);
      else isLater = true;
    }
    if (isLater) takeLater();
  }

  function takeLater(): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => attempt(takeAll), leftMs);
  }

  /** The trigger still asks for these events, and its owner may see the same hosts. */
  function isAsked({ filter, ownerId }: TriggerRow, { asked }: DueAction): boolean {
    return asked === undefined || asked === askedText({ filter, hosts: triggers.findUser(ownerId)?.hosts ?? [] });
  }

  function remove(id: number): void {
    db.delete(waitingActions).where(eq(waitingActions.id, id)).run();
  }
}
