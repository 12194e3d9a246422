import type { TriggerAbsence, TriggerRow } from "../../db/schema/triggers.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { AppError, messageOf } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import { parseQuery } from "../../query/parse/parse-query.ts";
import { findChanges, messagesAboutBack, messagesAboutGone, type Seen } from "../../triggers/absence.ts";
import type { AbsenceRepository } from "../../triggers/absence-repository.ts";
import type { TriggerActions } from "../../triggers/actions/trigger-actions.ts";
import type { DueAction } from "../../triggers/fired-report.ts";
import { QuietTimes } from "../../triggers/quiet-times.ts";
import type { TriggerRepository, WaitingTrigger } from "../../triggers/trigger-repository.ts";
import { withinTime } from "../ask.ts";
import {
  absenceGraceSeconds,
  absenceLookMaxMs,
  absenceLookMinMs,
  absenceLookMs,
  absenceShare,
  absencesKeptMax,
  absenceValuesMax,
} from "../limits.ts";
import type { Engine } from "../open-engine.ts";

export interface AbsenceWatchParts {
  engine: Pick<Engine, "ask">;
  triggers: Pick<TriggerRepository, "listWaiting" | "noteError" | "noteLooks">;
  absences: AbsenceRepository;
  actions: Pick<TriggerActions, "carryOut" | "accept" | "hasRoom">;
  /** What cannot be stored comes later: that nothing comes then says nothing. */
  isDiskFull(): boolean;
  log: Logger;
  clock?: Clock;
}

type Waiting = WaitingTrigger & {
  absence: TriggerAbsence;
  quiet: QuietTimes;
  dueMs: number;
  /** Epoch seconds; undefined: never. Who was expected then is missed now, however long ago it was. */
  lookedAt: number | undefined;
  /** The time that is stored for the next start. */
  keptAt: number;
};

/**
 * Asks the store, one trigger after the other, whether what they wait for has stayed away, and when it is back. What
 * was told is remembered in the same transaction as the telling, so it is told once, over a restart too. Main thread.
 */
export function createAbsenceWatch(parts: AbsenceWatchParts) {
  const { engine, triggers, absences, actions, isDiskFull, log, clock = systemClock } = parts;
  const startedSeconds = clock() / 1000;
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isClosed = false;
  /** The triggers of the start were looked at before it, too. */
  let isFirst = true;
  let lastBefore: Promise<number> | undefined;

  return {
    /** Triggers may have changed. */
    follow(): void {
      if (isClosed) return;
      const before = new Map(waiting.map((each) => [each.trigger.id, each]));
      const now = clock() / 1000;
      waiting = triggers.listWaiting().map(({ trigger, hosts }) => {
        const known = before.get(trigger.id);
        const { dueMs, lookedAt, keptAt } = known ?? {
          dueMs: 0,
          keptAt: trigger.lookedAt ?? 0,
          lookedAt: isFirst ? storedLook(trigger) : now,
        };
        const quiet = new QuietTimes(trigger.quietHours, trigger.maintenance);
        return { trigger, hosts, absence: trigger.absence!, quiet, dueMs, lookedAt, keptAt };
      });
      const first = waiting.find(({ lookedAt }) => lookedAt === undefined);
      // Asked at once: what others kept back during the stop and send now has times of the stop.
      if (isFirst && first !== undefined) lookedBefore(first.trigger.ownerId).catch(() => undefined);
      isFirst = false;
      plan();
    },

    close(): void {
      isClosed = true;
      clearTimeout(timer);
      keepLooks(0);
    },
  };

  function plan(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isClosed || isAsking || waiting.length === 0) return;
    const dueMs = Math.min(...waiting.map((each) => each.dueMs));
    timer = setTimeout(() => void lookAtDue(), Math.max(0, dueMs - performance.now()));
  }

  async function lookAtDue(): Promise<void> {
    isAsking = true;
    for (const each of waiting) {
      if (isClosed) return;
      const begin = performance.now();
      if (each.dueMs > begin) continue;
      if (!isDiskFull() && !each.quiet.at(clock())) await tryLook(each);
      const took = performance.now() - begin;
      const pause = Math.min(Math.max((each.absence.seconds * 1000) / 10, absenceLookMinMs), absenceLookMaxMs);
      // `waiting` may have been reloaded meanwhile.
      for (const one of waiting)
        if (one.trigger.id === each.trigger.id) one.dueMs = performance.now() + Math.max(pause, took * absenceShare);
    }
    if (isClosed) return;
    keepLooks(keepLooksSeconds);
    isAsking = false;
    plan();
  }

  function storedLook({ lookedAt }: TriggerRow): number | undefined {
    return lookedAt === null ? undefined : Math.max(lookedAt, startedSeconds - longestStopSeconds);
  }

  /** Stores when it was looked, where that changed by so much: a stop within the grace of a start must not hide it. */
  function keepLooks(seconds: number): void {
    const due = waiting.filter(
      ({ lookedAt, keptAt }) => lookedAt !== undefined && Math.abs(lookedAt - keptAt) > seconds,
    );
    if (due.length === 0) return;
    try {
      triggers.noteLooks(due.map(({ trigger, lookedAt }) => ({ id: trigger.id, at: lookedAt! })));
      for (const each of due) each.keptAt = each.lookedAt!;
    } catch (error) {
      log.warn({ error: messageOf(error) }, "time of looks for absences not kept");
    }
  }

  async function tryLook(each: Waiting): Promise<void> {
    try {
      await look(each);
    } catch (error) {
      if (isClosed) return;
      const { id } = each.trigger;
      log.warn({ error: messageOf(error), trigger: id }, "absence not looked for");
      if (!(error instanceof AppError) || error.code !== "unavailable") return;
      const now = clock() / 1000;
      // What was expected long ago takes longest to find: to ask for it again would end the same way each time.
      noteLook(id, now);
      noteError(id, error.message, now);
    }
  }

  /** A full disk must not end the looks. */
  function noteError(triggerId: number, text: string, now: number): void {
    try {
      triggers.noteError(triggerId, text, Math.floor(now));
    } catch (error) {
      log.warn({ error: messageOf(error), trigger: triggerId }, "error of a trigger not kept");
    }
  }

  async function look(each: Waiting): Promise<void> {
    const { trigger, hosts, absence, quiet, lookedAt } = each;
    const now = clock() / 1000;
    const grace = Math.min(absence.seconds, absenceGraceSeconds);
    if (now < startedSeconds + grace) return;
    // Nobody looks in quiet hours, and while the service is stopped.
    const since = lookedAt ?? quiet.beganBefore((await lookedBefore(trigger.ownerId)) * 1000) / 1000;
    const seen = await readSeen(trigger, absence, hosts, { since: Math.min(since, now), now });
    // It was changed or switched off while the store was asked.
    const current = waiting.find((one) => one.trigger.id === trigger.id);
    if (isClosed || current === undefined || current.quiet.at(clock()) || missedText(current) !== missedText(each))
      return;
    const told = absences.list(trigger.id);
    const { gone, back } = findChanges(seen, told, { seconds: absence.seconds, now, since: trigger.createdAt });
    let isAllTold = true;
    for (const { values, action } of messagesAboutGone(trigger.id, absence, gone, now))
      if (tell(action, () => absences.add(trigger.id, values, Math.floor(now))))
        countHits(trigger.id, values.length, now);
      else isAllTold = false;
    for (const { values, action } of messagesAboutBack(trigger.id, absence, { back, told }, now)) {
      const names = values.map(({ value }) => value);
      if (!tell(action, () => absences.remove(trigger.id, names))) isAllTold = false;
    }
    if (told.length + gone.length > absencesKeptMax) absences.trim(trigger.id, absencesKeptMax);
    // Who was expected is until it is told.
    if (isAllTold) noteLook(trigger.id, now);
  }

  /** False: not now, since very many messages are owed or nothing can be written; a later look tells it. */
  function tell(action: DueAction, also: () => void): boolean {
    return actions.hasRoom(action.triggerId) && actions.carryOut(action, also);
  }

  function countHits(triggerId: number, hits: number, lastMatched: number): void {
    actions.accept({ hits: [{ triggerId, hits, lastMatched }], actions: [], dropped: 0 });
  }

  function noteLook(triggerId: number, at: number): void {
    for (const one of waiting) if (one.trigger.id === triggerId) one.lookedAt = at;
  }

  function lookedBefore(userId: number): Promise<number> {
    lastBefore ??= readLastBefore(userId).catch((error: unknown) => {
      lastBefore = undefined;
      throw error;
    });
    return lastBefore;
  }

  /** When the last event came before this start, at most a year ago. */
  async function readLastBefore(userId: number): Promise<number> {
    const time_range = { ts_from: startedSeconds - longestStopSeconds, ts_to: startedSeconds };
    const search = { type: "Search", params: { time_range, page_size: 1, count: false } };
    const question = { ...parseQuery(search, { timezone: "UTC", now: startedSeconds }), userId, hosts: [] };
    const { results } = await withinTime(lookLimits, (control) =>
      engine.ask({ ...question, baseTime: startedSeconds }, control),
    );
    const { objects } = (JSON.parse(Buffer.from(results).toString()) as { events: LastEvents }).events;
    return objects[0]?.last_occurrence ?? startedSeconds;
  }

  /**
   * The values (one "" without a field) that are expected, or were when it was looked for them the last time (`since`),
   * each with its last event.
   */
  async function readSeen(
    trigger: Waiting["trigger"],
    { field, known_within: knownWithin }: TriggerAbsence,
    hosts: readonly string[],
    { since, now }: { since: number; now: number },
  ): Promise<Seen[]> {
    // A clock that is ahead makes nobody absent.
    const range = { ts_from: since - knownWithin, ts_to: now + aheadSeconds };
    const asked = { field: field ?? "host", filter: trigger.filter, time_range: range };
    const { type, params } = parseQuery({ type: "LastN", params: asked }, { timezone: "UTC", now });
    const limit = field === null ? 1 : absenceValuesMax;
    const question = { type, params: { ...params, limit }, baseTime: now, userId: trigger.ownerId, hosts };
    const { results, stopped } = await withinTime(lookLimits, (control) => engine.ask(question, control));
    if (stopped) throw tookTooLong();
    const { values } = (JSON.parse(Buffer.from(results).toString()) as { totals: Totals }).totals;
    if (field === null) return [{ value: "", lastSeen: values[0]?.last_seen ?? null }];
    if (values.length >= absenceValuesMax) noteError(trigger.id, tooManyValues, now);
    return values
      .filter(({ name }) => name !== "")
      .map(({ name, last_seen }) => ({ value: name, lastSeen: last_seen }));
  }
}

/** The same for triggers that miss the same. */
function missedText({ trigger: { id, ownerId, filter, absence }, hosts }: WaitingTrigger): string {
  return JSON.stringify([id, ownerId, filter, absence, hosts]);
}

interface LastEvents {
  objects: { last_occurrence: number }[];
}

interface Totals {
  values: { name: string; last_seen: number }[];
}

const tooManyValues = `More than ${absenceValuesMax} values: those longest silent are not waited for.`;
const lookLimits = { stopMs: absenceLookMs, giveUpMs: absenceLookMs, refusal: tookTooLong };
/** Events that lie further ahead are not stored under their own time. */
const aheadSeconds = 86_400;
/** Nobody expects to hear of who fell silent before. */
const longestStopSeconds = 366 * 86_400;
/** Each is a write; after a kill those are missed, too, who were expected so long before the last look. */
const keepLooksSeconds = 60;

function tookTooLong(): AppError {
  return new AppError("unavailable", "The search for absent events took too long.");
}
