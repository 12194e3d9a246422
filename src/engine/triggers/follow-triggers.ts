import type { Db } from "../../db/open-database.ts";
import type { ThreadedIntake } from "../../ingest/thread/intake-client.ts";
import { internalEvent } from "../../ingest/thread/internal-event.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log.ts";
import { createAbsenceRepository } from "../../triggers/absence-repository.ts";
import type { TriggerActions } from "../../triggers/actions/trigger-actions.ts";
import { createTriggerRepository } from "../../triggers/trigger-repository.ts";
import type { Engine } from "../open-engine.ts";
import { createAbsenceWatch } from "./absence-watch.ts";
import { createPatternTeacher } from "./pattern-teacher.ts";

/** Puts triggers in force for the first time, before any delivery comes; reports a failing one as an event. */
export function beginTriggers(db: Db, intake: ThreadedIntake, actions: TriggerActions): void {
  intake.setTriggers(createTriggerRepository(db).listActive);
  actions.onFailing(({ triggerId, name, error }) => {
    const text = `Messages of trigger ${triggerId} "${name}" do not arrive: ${error}`;
    // If the event cannot be stored now, the trigger's last_error still tells.
    intake.deliver(internalEvent(text, { trigger: name, trigger_id: String(triggerId) })).catch(() => undefined);
  });
  actions.resume();
}

export interface FollowingParts {
  db: Db;
  engine: Engine;
  intake: ThreadedIntake;
  actions: TriggerActions;
  isDiskFull(): boolean;
  log: Logger;
  clock?: Clock;
}

/** Keeps everything that works for triggers in step with them. Main thread. */
export function followTriggers({ db, engine, intake, actions, isDiskFull, log, clock }: FollowingParts) {
  const triggers = createTriggerRepository(db);
  const teacher = createPatternTeacher({ engine, intake, isWanted: triggers.watchesPatterns, log });
  const absences = createAbsenceWatch({
    ...{ engine, triggers, absences: createAbsenceRepository(db), actions, isDiskFull, clock },
    log: log.child({ subsystem: "triggers" }),
  });
  const begin = (): void => {
    teacher.follow();
    absences.follow();
  };
  return {
    /** The watchers begin to ask the store. */
    begin,
    onChanged(): void {
      intake.setTriggers(triggers.listActive);
      begin();
    },
    close(): void {
      absences.close();
      teacher.close();
    },
  };
}
