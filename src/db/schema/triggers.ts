import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Weekday } from "../weekdays.ts";
import { users } from "./users.ts";

/** An element of a filter as `filterSchema` gave it. */
export type StoredElement =
  | StoredCondition
  | { any: StoredElement[] }
  | { all: StoredElement[] }
  | { not: StoredElement };

interface StoredCondition {
  field: string;
  op: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "qp" | "=~" | "!~";
  value: string | number | boolean | (string | number | boolean)[];
  ignore_case: boolean;
}

export interface TriggerThreshold {
  count: number;
  seconds: number;
  field: string | null;
}

/** A trigger that waits for events that do not come. */
export interface TriggerAbsence {
  seconds: number;
  /** Each value is waited for separately; null: any event. */
  field: string | null;
  /** Values seen within this many seconds are expected to come again. */
  known_within: number;
}

export interface TriggerQuietHours {
  /** Days on which they begin. */
  days: Weekday[];
  /** HH:MM on the clock of the zone; `to` before `from` is on the next day, the same is a whole day. */
  from: string;
  to: string;
  timezone: string;
}

export interface TriggerMaintenance {
  title: string;
  /** Epoch seconds; `to` is exclusive. */
  from: number;
  to: number;
}

export interface TriggerEmail {
  to: string[];
  subject: string;
  template: string;
}

export interface TriggerWebhook {
  url: string;
  method: "POST" | "PUT" | "PATCH" | "GET";
  content_type: string;
  template: string;
  /** The service whose body format is used; absent and "custom": the template. */
  service?: "custom" | "slack" | "teams" | "mattermost" | "telegram" | "ntfy" | "pagerduty";
  chat_id?: string;
  routing_key?: string;
}

export interface TriggerTask {
  title: string;
  assigned_to: number | null;
  /** Seconds from the event's arrival. */
  due_in: number | null;
}

export const triggers = sqliteTable(
  "triggers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    /** The migration adds a trigger: those of a deleted user pass to a superuser. */
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    /** `order` on the wire. */
    position: integer("position").notNull().default(0),
    filter: text("filter", { mode: "json" }).$type<StoredElement[]>().notNull().default([]),
    threshold: text("threshold", { mode: "json" }).$type<TriggerThreshold>(),
    isNewPattern: integer("is_new_pattern", { mode: "boolean" }).notNull().default(false),
    /** Seconds from its creation in which it does not fire for new patterns. */
    learningTime: integer("learning_time").notNull().default(0),
    absence: text("absence", { mode: "json" }).$type<TriggerAbsence>(),
    quietHours: text("quiet_hours", { mode: "json" }).$type<TriggerQuietHours[]>().notNull().default([]),
    maintenance: text("maintenance", { mode: "json" }).$type<TriggerMaintenance[]>().notNull().default([]),
    stopFlag: integer("stop_flag", { mode: "boolean" }).notNull().default(false),
    markKnown: integer("mark_known", { mode: "boolean" }).notNull().default(false),
    markActionable: integer("mark_actionable", { mode: "boolean" }).notNull().default(false),
    addNote: text("add_note").notNull().default(""),
    /** Ids of users. */
    notify: text("notify", { mode: "json" }).$type<number[]>().notNull().default([]),
    sendEmail: text("send_email", { mode: "json" }).$type<TriggerEmail>(),
    sendWebhook: text("send_webhook", { mode: "json" }).$type<TriggerWebhook>(),
    createTask: text("create_task", { mode: "json" }).$type<TriggerTask>(),
    /** Seconds. */
    minInterval: integer("min_interval").notNull(),
    hitsCount: integer("hits_count").notNull().default(0),
    /** Epoch seconds, by the events' own times. */
    lastMatched: real("last_matched"),
    /** Epoch milliseconds. */
    lastActedAt: integer("last_acted_at"),
    actionsCount: integer("actions_count").notNull().default(0),
    failuresCount: integer("failures_count").notNull().default(0),
    droppedCount: integer("dropped_count").notNull().default(0),
    lastError: text("last_error"),
    /** Epoch seconds. */
    lastErrorAt: integer("last_error_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Epoch seconds, up to a minute early; null: it has not looked for absences yet. */
    lookedAt: real("looked_at"),
  },
  (table) => [index("triggers_owner_id").on(table.ownerId)],
);

export type TriggerRow = typeof triggers.$inferSelect;

/** One action of a trigger, and its state. */
export interface ActOutcome {
  kind: "task" | "notification" | "mail" | "webhook";
  /** The number of the task, the number of notified people, addresses of a mail, scheme and host of a call. */
  place: string;
  state: "done" | "owed" | "delivered" | "failed" | "dropped";
  /** Error of the last failed attempt. */
  error: string | null;
}

/** Times that triggers acted: the event, the action, and its result. The newest of each trigger are kept. */
export const triggerActs = sqliteTable(
  "trigger_acts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    /** Epoch seconds. */
    at: integer("at").notNull(),
    /** Number of times it had fired since its last action. */
    firedCount: integer("fired_count").notNull(),
    /** The missing events were back. */
    isOver: integer("is_over", { mode: "boolean" }).notNull(),
    /** Null for those about no single event. */
    eventId: text("event_id"),
    eventTime: real("event_time").notNull(),
    host: text("host").notNull(),
    program: text("program").notNull(),
    message: text("message").notNull(),
    outcomes: text("outcomes", { mode: "json" }).$type<ActOutcome[]>().notNull(),
  },
  (table) => [index("trigger_acts_trigger_id").on(table.triggerId, table.id)],
);

export type TriggerActRow = typeof triggerActs.$inferSelect;
