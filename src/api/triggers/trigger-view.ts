import { ownerOf } from "../../db/owner.ts";
import type { TriggerRow } from "../../db/schema/triggers.ts";
import type { Principal } from "../../http/access/principal.ts";
import { seesWebhook, withoutSecret } from "../../outgoing/webhook-secret.ts";
import type { OwnedTrigger } from "../../triggers/trigger-repository.ts";
import type { Trigger } from "./schema.ts";

export function toTrigger(principal: Principal, row: OwnedTrigger): Trigger {
  return {
    id: row.id,
    name: row.name,
    owner: ownerOf(row.owner),
    is_active: row.isActive,
    order: row.position,
    filter: row.filter,
    threshold: row.threshold,
    is_new_pattern: row.isNewPattern,
    learning_time: row.learningTime,
    absence: row.absence,
    quiet_hours: row.quietHours,
    maintenance: row.maintenance,
    stop_flag: row.stopFlag,
    mark_known: row.markKnown,
    mark_actionable: row.markActionable,
    add_note: row.addNote,
    notify: row.notify,
    send_email: row.sendEmail,
    send_webhook: shownWebhook(seesWebhook(principal, row.ownerId) ? row.sendWebhook : withoutSecret(row.sendWebhook)),
    create_task: row.createTask,
    min_interval: row.minInterval,
    hits_count: row.hitsCount,
    last_matched: row.lastMatched,
    actions_count: row.actionsCount,
    failures_count: row.failuresCount,
    dropped_count: row.droppedCount,
    last_error: row.lastError,
    last_error_at: row.lastErrorAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

/** Those that were stored before services were known are custom. */
function shownWebhook(webhook: TriggerRow["sendWebhook"]): Trigger["send_webhook"] {
  return webhook && { service: "custom", chat_id: "", routing_key: "", ...webhook };
}
