import type { TriggerActRow, TriggerRow } from "../../db/schema/triggers.ts";
import { stepsProblem } from "../../filter/condition/compile-element.ts";
import { flatConditions } from "../../filter/condition/filter-element.ts";
import { parseQueryLanguage } from "../../filter/language/query-language.ts";
import { conditionsMax } from "../../filter/words/limits.ts";
import { requirePermission } from "../../http/access/guard.ts";
import { may, mayAllOf, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, forbidden, invalidField, notFound } from "../../lib/errors.ts";
import type { Senders } from "../../outgoing/open-senders.ts";
import { keepSecret, requireSameOwner, seesWebhook } from "../../outgoing/webhook-secret.ts";
import type { AbsenceRepository } from "../../triggers/absence-repository.ts";
import type { ActRepository } from "../../triggers/act-repository.ts";
import type { TriggerActions } from "../../triggers/actions/trigger-actions.ts";
import { absencesShownMax, triggersMax } from "../../triggers/limits.ts";
import type { OwnedTrigger, TriggerRepository, WantedTriggers } from "../../triggers/trigger-repository.ts";
import { defaultMinInterval } from "./limits.ts";
import type { Absences, Trigger, TriggerActs, TriggerBody, TriggerPatch, TriggerQuery } from "./schema.ts";
import { toTrigger } from "./trigger-view.ts";

export type TriggerService = ReturnType<typeof createTriggerService>;

export interface TriggerServiceParts {
  triggers: TriggerRepository;
  absences: AbsenceRepository;
  acts: Pick<ActRepository, "list">;
  actions: Pick<TriggerActions, "flush" | "forget" | "endIncidents">;
  senders: Pick<Senders, "reviewWebhook">;
  /** Tells intake to check other triggers from now on. */
  reload(): void;
  clock?: Clock;
}

/**
 * A trigger sees what its owner may see and sends it to others. So a caller limited to some hosts neither sees nor
 * changes the triggers of others, and cannot hand a trigger to a user with more rights.
 */
export function createTriggerService(parts: TriggerServiceParts) {
  const { triggers, absences, acts, actions, senders, reload, clock = systemClock } = parts;
  return {
    list(principal: Principal, query: TriggerQuery): ListAnswer<Trigger> {
      actions.flush();
      const wanted = wantedBy(principal, query);
      return listAnswer(query, triggers.count(wanted), (window) =>
        triggers.list(wanted, query.ordering, window).map((row) => toTrigger(principal, row)),
      );
    },

    get(principal: Principal, id: number): Trigger {
      actions.flush();
      return toTrigger(principal, visible(principal, id));
    },

    /** The trigger in the form that intake checks, for a preview. */
    find: (principal: Principal, id: number): OwnedTrigger => visible(principal, id),

    /** Throws when the webhook leads to a forbidden address. */
    requirePermitted: requirePermittedWebhook,

    /** The absences it reported that last, the longest first. */
    listAbsences(principal: Principal, id: number): Absences {
      requirePermission(principal, "search_events");
      visible(principal, id);
      const rows = absences.list(id, absencesShownMax);
      return {
        count: absences.count(id),
        values: rows.map(({ value, lastSeen, toldAt }) => ({ value, last_seen: lastSeen, told_at: toldAt })),
      };
    },

    /** Its latest actions, the newest first, and the result of each. */
    listActs(principal: Principal, id: number): TriggerActs {
      requirePermission(principal, "search_events");
      visible(principal, id);
      return { objects: acts.list(id).map(toAct) };
    },

    hostsOf: (userId: number): readonly string[] => triggers.findUser(userId)?.hosts ?? [],

    create: (principal: Principal, body: TriggerBody): Trigger =>
      changing(principal, () => {
        if (triggers.count(everything) >= triggersMax)
          throw new AppError("conflict", `Limit reached: ${triggersMax} triggers. Delete one first.`);
        const now = nowSeconds(clock);
        const ownerId = body.owner ?? principal.userId;
        const row = { ...defaults, ...columnsOf(body, ownerId), name: body.name, ownerId };
        requireMayOwn(principal, ownerId, principal.userId);
        requireMaySearch(ownerId);
        requireUsers(row);
        requirePermittedWebhook(row, null);
        requireFitting(row);
        return triggers.insert({ ...row, createdAt: now, updatedAt: now });
      }),

    /** Omitted fields return to their default; the owner stays. */
    replace: (principal: Principal, id: number, body: TriggerBody): Trigger =>
      change(principal, id, (ownerId) => ({ ...defaults, ...columnsOf(body, ownerId) })),

    update: (principal: Principal, id: number, body: TriggerPatch): Trigger =>
      change(principal, id, (ownerId) => columnsOf(body, ownerId)),

    remove(principal: Principal, id: number): void {
      const { before, told } = triggers.inTransaction(() => {
        const found = { before: visible(principal, id), told: absences.list(id) };
        triggers.remove(id);
        return found;
      });
      actions.forget(id);
      actions.endIncidents(before, told);
      reload();
    },
  };

  function change(principal: Principal, id: number, changesFor: (ownerId: number) => Changes): Trigger {
    let endIncidents = (): void => undefined;
    const changed = changing(principal, () => {
      const before = visible(principal, id);
      const changes = changesFor(before.ownerId);
      if (!seesWebhook(principal, before.ownerId)) {
        if ((changes.ownerId ?? before.ownerId) !== before.ownerId)
          requireSameOwner(changes.sendWebhook, before.sendWebhook, "send_webhook.url");
        const sendWebhook = keepSecret(changes.sendWebhook, before.sendWebhook);
        if (sendWebhook !== undefined) changes.sendWebhook = sendWebhook;
      }
      requireMayOwn(principal, changes.ownerId ?? before.ownerId, before.ownerId);
      if (changes.ownerId !== undefined && changes.ownerId !== before.ownerId) requireMaySearch(changes.ownerId);
      requireUsers(changes);
      requirePermittedWebhook(changes, before.sendWebhook);
      requireFitting({ ...before, ...changes });
      const leaves = leavesIncidents(before, changes);
      const told = leaves ? absences.list(id) : [];
      if (leaves || changesWhatStaysAway(before, changes)) absences.clear(id);
      endIncidents = () => actions.endIncidents(before, told);
      triggers.update(id, { ...changes, updatedAt: nowSeconds(clock) });
      return id;
    });
    endIncidents();
    return changed;
  }

  function changing(principal: Principal, work: () => number): Trigger {
    actions.flush();
    const id = triggers.inTransaction(work);
    reload();
    return toTrigger(principal, triggers.find(id)!);
  }

  function visible(principal: Principal, id: number): OwnedTrigger {
    const found = triggers.find(id);
    if (found === undefined || !(seesAll(principal) || found.ownerId === principal.userId)) throw notFound();
    return found;
  }

  function requireMayOwn(principal: Principal, wanted: number, current: number): void {
    if (wanted === current) return;
    const owner = triggers.findUser(wanted);
    if (owner === undefined) throw invalidField("owner", `There is no user ${wanted}.`);
    if (wanted !== principal.userId && !mayAllOf(principal, owner))
      throw forbidden("You may give triggers only to users who may no more than you.");
  }

  /** Messages and tasks of a trigger hold events, and it does nothing for an owner who may not see any. */
  function requireMaySearch(ownerId: number): void {
    if (!may(triggers.findUser(ownerId)!, "search_events"))
      throw forbidden("The owner of a trigger needs the permission search_events: it tells of events.");
  }

  /** One that was saved before stays as it is. */
  function requirePermittedWebhook(
    { sendWebhook }: Pick<Changes, "sendWebhook">,
    before: TriggerRow["sendWebhook"],
  ): void {
    if (!sendWebhook || sendWebhook.url === before?.url) return;
    const problem = senders.reviewWebhook(sendWebhook.url);
    if (problem !== undefined) throw invalidField("send_webhook.url", problem);
  }

  function requireUsers({ notify = [], createTask }: Changes): void {
    for (const [index, id] of notify.entries())
      if (!triggers.findUser(id)?.isActive) throw invalidField(`notify.${index}`, `There is no active user ${id}.`);
    const assignee = createTask?.assigned_to ?? null;
    if (assignee !== null && !triggers.findUser(assignee)?.isActive)
      throw invalidField("create_task.assigned_to", `There is no active user ${assignee}.`);
  }
}

/** The conditions of `filter` together with those of `q`; undefined when the body names neither. */
export function conditionsOf({ filter, q }: Pick<TriggerPatch, "filter" | "q">): TriggerRow["filter"] | undefined {
  if (filter === undefined && q === undefined) return undefined;
  const conditions = [...(filter ?? []), ...(q === undefined ? [] : parseQueryLanguage(q))];
  if (flatConditions(conditions).length > conditionsMax)
    throw invalidField("q", `Expected at most ${conditionsMax} conditions.`);
  const problem = stepsProblem(conditions);
  if (problem !== undefined) throw invalidField("q", problem);
  return conditions;
}

/** A trigger that waits for absence is not checked for events. */
function requireFitting({ absence, threshold, isNewPattern }: Changes): void {
  if (absence && (threshold || isNewPattern))
    throw invalidField("absence", "Expected neither a threshold nor is_new_pattern beside it.");
}

/** The reported absences no longer match what it waits for. */
function changesWhatStaysAway(before: TriggerRow, changes: Changes): boolean {
  const told = ({ absence, filter, ownerId }: Changes) => JSON.stringify([absence, filter, ownerId]);
  return told({ ...before, ...changes }) !== told(before);
}

/** PagerDuty's incidents of reported absences would stay open: nobody looks for their end, or it goes elsewhere. */
function leavesIncidents(before: TriggerRow, changes: Changes): boolean {
  if (before.absence === null || before.sendWebhook?.service !== "pagerduty") return false;
  const after = { ...before, ...changes };
  const place = ({ sendWebhook }: TriggerRow) =>
    JSON.stringify([sendWebhook?.service, sendWebhook?.url, sendWebhook?.routing_key]);
  return changesWhatStaysAway(before, changes) || !after.isActive || place(after) !== place(before);
}

const everything: WantedTriggers = { ownerIds: undefined, name: undefined, isActive: undefined };

type Changes = Partial<Omit<TriggerRow, "id">>;

const defaults = {
  isActive: true,
  position: 0,
  filter: [] as TriggerRow["filter"],
  threshold: null,
  isNewPattern: false,
  learningTime: 0,
  absence: null,
  quietHours: [] as TriggerRow["quietHours"],
  maintenance: [] as TriggerRow["maintenance"],
  stopFlag: false,
  markKnown: false,
  markActionable: false,
  addNote: "",
  notify: [] as number[],
  sendEmail: null,
  sendWebhook: null,
  createTask: null,
  minInterval: defaultMinInterval,
};

/** Only the fields that the body names. */
function columnsOf(body: TriggerPatch, ownerId: number): Changes {
  const columns = {
    name: body.name,
    ownerId: body.owner,
    isActive: body.is_active,
    position: body.order,
    filter: conditionsOf(body),
    threshold: body.threshold,
    isNewPattern: body.is_new_pattern,
    learningTime: body.learning_time,
    absence: body.absence,
    quietHours: body.quiet_hours,
    maintenance: body.maintenance,
    stopFlag: body.stop_flag,
    markKnown: body.mark_known,
    markActionable: body.mark_actionable,
    addNote: body.add_note,
    notify: notified(body.notify, body.owner ?? ownerId),
    sendEmail: body.send_email,
    sendWebhook: body.send_webhook,
    createTask: body.create_task,
    minInterval: body.min_interval,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function notified(notify: TriggerPatch["notify"], ownerId: number): number[] | undefined {
  if (typeof notify !== "boolean") return notify && [...new Set(notify)];
  return notify ? [ownerId] : [];
}

function seesAll({ isSuperuser, hosts }: Principal): boolean {
  return isSuperuser || hosts.length === 0;
}

function wantedBy(principal: Principal, query: TriggerQuery): WantedTriggers {
  const asked = query.owner?.length === 0 ? undefined : query.owner;
  const own = [principal.userId];
  return {
    ownerIds: seesAll(principal) ? asked : (asked?.filter((id) => id === principal.userId) ?? own),
    name: query.name,
    find: query.find,
    isActive: query.is_active,
  };
}

function toAct(row: TriggerActRow): TriggerActs["objects"][number] {
  const { id, at, firedCount, isOver, eventId, eventTime, host, program, message, outcomes } = row;
  return {
    ...{ id, at, fired_count: firedCount, is_over: isOver, event_id: eventId, event_time: eventTime },
    ...{ host, program, message, outcomes },
  };
}
