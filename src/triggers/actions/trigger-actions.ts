import type { Db } from "../../db/open-database.ts";
import { inTransaction } from "../../db/open-database.ts";
import type { AbsenceRow } from "../../db/schema/absences.ts";
import type { OwedContent } from "../../db/schema/owed-messages.ts";
import type { ActOutcome, TriggerRow } from "../../db/schema/triggers.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { messageOf } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import { StopTime, stopPoints } from "../../lib/stop/stop-time.ts";
import type { Senders } from "../../outgoing/open-senders.ts";
import { placeOf } from "../../outgoing/webhook-url.ts";
import { createActRepository } from "../act-repository.ts";
import type { DueAction, FiredReport, TriggerHits } from "../fired-report.ts";
import { actionsAtStopMsMax, endedIncidentsMax, hitsFlushMs, leftActionsMs } from "../limits.ts";
import { createTriggerRepository } from "../trigger-repository.ts";
import { createFailureReports, type TriggerFailure } from "./failure-reports.ts";
import { createLeftActions } from "./left-actions.ts";
import { createTaskOf, type LocalAction, notifyUsers } from "./local-actions.ts";
import { messageValues } from "./message-values.ts";
import { endCallsOf, outgoingOf } from "./outgoing.ts";
import { createOwedMessages, type Owed, type OwedEvents } from "./owed-messages.ts";
import { WaitingActions } from "./waiting-actions.ts";

export interface TriggerActionsOptions {
  db: Db;
  senders: Senders;
  log: Logger;
  clock?: Clock;
  /** For how long a stop carries out actions that wait, unless it has less left. */
  stopMs?: number;
  /** Interval at which those that an earlier stop left are looked at. */
  leftMs?: number;
}

export type TriggerActions = ReturnType<typeof openTriggerActions>;

/**
 * Carries out the actions of fired triggers on the main thread, a few at a time, so that neither intake nor requests
 * wait for it. One transaction makes the tasks and notifications, records that the trigger acted, and stores its mails
 * and webhooks, which are sent afterwards.
 */
export function openTriggerActions(options: TriggerActionsOptions) {
  const { db, senders, log, clock = systemClock, stopMs = actionsAtStopMsMax, leftMs = leftActionsMs } = options;
  const triggers = createTriggerRepository(db);
  const acts = createActRepository(db);
  const waiting = new WaitingActions();
  const left = createLeftActions(db, { triggers, clock, leftMs, attempt, take });
  const hits = new Map<number, TriggerHits>();
  let droppedCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWorking = false;
  let isClosed = false;
  const owed = createOwedMessages(db, senders, outcomes());
  const failures = createFailureReports();

  return {
    /** Sends messages and carries out actions that an earlier run of the service left. */
    resume(): void {
      owed.resume();
      left.resume();
    },

    /** Accepts a report of the intake thread. Returns at once. */
    accept(report: FiredReport): void {
      for (const told of report.hits) addHits(told);
      timer ??= setTimeout(flushHits, hitsFlushMs);
      droppedCount += report.dropped;
      for (const action of report.actions) if (!waiting.add(action)) droppedCount++;
      droppedCount += left.leave(report.later ?? []);
      workLater();
    },

    /** Acts at once, with `also` in the same transaction; the caller decides when. False: nothing could be written. */
    carryOut,

    /** Whether the messages of one more action of this trigger would be owed, not dropped. */
    hasRoom(triggerId: number): boolean {
      const { sendEmail = null, sendWebhook = null } = triggers.find(triggerId) ?? {};
      return (sendEmail ?? sendWebhook) === null || owed.hasRoom(triggerId);
    },

    /** Includes counts not written yet, for the next reader. */
    flush: flushHits,

    /** Of these absences: nobody else will, since the trigger was changed or removed. `before`: as it was then. */
    endIncidents(before: TriggerRow, told: readonly AbsenceRow[]): void {
      const calls = endCallsOf(before, told).slice(-endedIncidentsMax);
      // The change is made: it must not be refused for what follows from it.
      for (const call of calls) attempt(() => owed.sendAnyway(before.id, call, nowSeconds(clock)));
    },

    /** The trigger is removed: its pending messages are dropped. */
    forget(triggerId: number): void {
      owed.forget(triggerId);
      failures.forget(triggerId);
    },

    /** Listener for triggers whose messages do not arrive, each at most once in ten minutes. */
    onFailing: (listener: (failure: TriggerFailure) => void): void => failures.listen(listener),

    status(): TriggerStatus {
      const { active, actions, failed, dropped } = triggers.totals();
      const failing = triggers.listFailing(nowSeconds(clock) - daySeconds);
      return {
        active,
        actions,
        failed,
        dropped: dropped + droppedCount,
        waiting: waiting.size,
        owed: owed.count,
        failing,
      };
    },

    /** Call it before closing the senders: what is owed, and actions beyond a second, stay for the next start. */
    close(time = new StopTime()): void {
      isClosed = true;
      left.close();
      owed.close();
      const endMs = performance.now() + time.left(stopPoints.actions, stopMs);
      while (waiting.size > 0 && performance.now() < endMs) carryOutWaiting();
      droppedCount += left.leave(waiting.takeAll());
      flushHits();
    },
  };

  function outcomes(): OwedEvents {
    return {
      onDelivered: ({ actId, message }) => void attempt(() => acts.settle(actId, message.kind, "delivered", null)),
      onRetry: ({ triggerId, actId, message }, error) =>
        noteFailing(triggerId, error, () => {
          triggers.noteError(triggerId, error, nowSeconds(clock));
          acts.settle(actId, message.kind, "owed", error);
        }),
      onFailed: ({ triggerId, actId, message }, error) =>
        noteFailing(triggerId, error, () => {
          triggers.noteFailure(triggerId, error, nowSeconds(clock));
          acts.settle(actId, message.kind, "failed", error);
        }),
    };
  }

  function addHits({ triggerId, hits: added, lastMatched }: TriggerHits): void {
    const known = hits.get(triggerId);
    if (known === undefined) hits.set(triggerId, { triggerId, hits: added, lastMatched });
    else {
      known.hits += added;
      known.lastMatched = Math.max(known.lastMatched, lastMatched);
    }
  }

  function flushHits(): void {
    clearTimeout(timer);
    timer = undefined;
    if (hits.size === 0) return;
    // Actions that lack the space to be written stay for the next time.
    if (attempt(() => triggers.addHits([...hits.values()]))) hits.clear();
  }

  function workLater(): void {
    if (isWorking || waiting.size === 0) return;
    isWorking = true;
    setImmediate(() => {
      isWorking = false;
      if (isClosed) return;
      for (let i = 0; i < actionsPerTurn && waiting.size > 0; i++) carryOutWaiting();
      workLater();
    });
  }

  function take(action: DueAction): boolean {
    const hasRoom = waiting.add(action);
    workLater();
    return hasRoom;
  }

  function carryOutWaiting(): void {
    const action = waiting.take()!;
    if (
      !left.settle(
        action,
        carryOut(action, () => left.forget(action)),
      )
    )
      droppedCount++;
  }

  function carryOut(action: DueAction, also: () => void = () => undefined): boolean {
    let toSend: Owed[] = [];
    const done = attempt(() => {
      toSend = inTransaction(db, () => {
        also();
        return perform(action);
      });
    });
    if (!isClosed) for (const message of toSend) owed.send(message);
    return done;
  }

  function perform(action: DueAction): Owed[] {
    const trigger = triggers.find(action.triggerId);
    if (trigger === undefined || !trigger.isActive) return [];
    const now = nowSeconds(clock);
    const local: LocalAction = { trigger, action, values: messageValues(action, trigger, senders.publicUrl), now };
    const actId = countActions(trigger) === 0 ? null : acts.add(actOf(action, now));
    const outcomes = actHere(local);
    const messages = outgoingOf(trigger, action, local.values);
    const added = messages.map((message) => owed.add(trigger.id, message, now, actId));
    for (const [index, message] of messages.entries())
      outcomes.push(outcomeOf(message, added[index] === undefined ? tooMuchOwed : null));
    if (actId !== null) acts.setOutcomes(actId, outcomes);
    const dropped = added.filter((message) => message === undefined).length;
    if (dropped > 0) {
      triggers.noteDropped(trigger.id, dropped, tooMuchOwed, now);
      failures.note({ triggerId: trigger.id, name: trigger.name, error: tooMuchOwed });
    }
    triggers.noteActed(trigger.id, Math.round(clock()), countActions(trigger) - dropped);
    return added.filter((message) => message !== undefined);
  }

  /** The actions that need no other machine. */
  function actHere(local: LocalAction): ActOutcome[] {
    const { trigger, action } = local;
    const outcomes: ActOutcome[] = [];
    const done = (kind: "task" | "notification", place: number) =>
      outcomes.push({ kind, place: String(place), state: "done", error: null });
    if (trigger.createTask && !action.isOver) done("task", createTaskOf(db, local));
    if (trigger.notify.length > 0) done("notification", notifyUsers(db, local));
    return outcomes;
  }

  function noteFailing(triggerId: number, error: string, write: () => void): void {
    attempt(() => {
      write();
      failures.note({ triggerId, name: triggers.find(triggerId)?.name ?? "", error });
    });
  }

  /** False: it could not be written, and its actions are counted as dropped. */
  function attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      log.warn({ error: messageOf(error) }, "trigger action not carried out");
      return false;
    }
  }
}

export interface TriggerStatus {
  /** Triggers switched on. */
  active: number;
  /**
   * Since the first start: actions begun; those of them that failed for good; those dropped because there were too
   * many.
   */
  actions: number;
  failed: number;
  dropped: number;
  /** Not begun. */
  waiting: number;
  /** Mails and webhooks that are not delivered yet. */
  owed: number;
  /** Recent ones, the newest first. Epoch seconds. */
  failing: { id: number; name: string; error: string; at: number }[];
}

const daySeconds = 86_400;

/** Each is some inserts: a turn stays below ten milliseconds. */
const actionsPerTurn = 10;
const tooMuchOwed = "Too many messages are waiting to be delivered; this one was dropped.";

function countActions({ createTask, notify, sendEmail, sendWebhook }: TriggerRow): number {
  return [createTask, notify.length > 0 || null, sendEmail, sendWebhook].filter((action) => action !== null).length;
}

function actOf({ triggerId, firedCount, event, isOver = false }: DueAction, at: number) {
  const { id, time, host, program, message } = event;
  return { triggerId, at, firedCount, isOver, eventId: id || null, eventTime: time, host, program, message };
}

/** `problem`: it did not even begin. */
function outcomeOf(message: OwedContent, problem: string | null): ActOutcome {
  const place = message.kind === "mail" ? message.to.join(", ") : placeOf(new URL(message.url));
  return { kind: message.kind, place, state: problem === null ? "owed" : "dropped", error: problem };
}
