import { ownerOf } from "../../db/owner.ts";
import type { OwnedTrigger } from "../../triggers/trigger-repository.ts";
import type { Trigger } from "./schema.ts";

export function toTrigger(row: OwnedTrigger): Trigger {
  return {
    id: row.id,
    name: row.name,
    owner: ownerOf(row.owner),
    is_active: row.isActive,
    order: row.position,
    filter: row.filter,
    threshold: row.threshold,
    stop_flag: row.stopFlag,
    mark_known: row.markKnown,
    mark_actionable: row.markActionable,
    add_note: row.addNote,
    notify: row.notify,
    send_email: row.sendEmail,
    send_webhook: row.sendWebhook,
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
