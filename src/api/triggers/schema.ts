import * as z from "zod";
import { findField, UnsearchableFieldError } from "../../filter/condition/fields.ts";
import { visitConditions } from "../../filter/condition/filter-element.ts";
import { elementSchema, filterSchema, querySchema } from "../../filter/schema.ts";
import { fieldCharactersMax } from "../../filter/words/limits.ts";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath, idListParameter } from "../../http/parameters.ts";
import { userIdField, userReference } from "../../http/user-reference.ts";
import { isMailAddress } from "../../lib/mail-address.ts";
import { damagedDay } from "../../query/parse/warnings.ts";
import { defaultTemplates } from "../../triggers/actions/message-values.ts";
import {
  dueInSecondsMax,
  learningSecondsMax,
  mailAddressesMax,
  nameCharactersMax,
  noteCharactersMax,
  notifiedUsersMax,
  quietSecondsMax,
  thresholdCountMax,
  thresholdSecondsMax,
} from "../../triggers/limits.ts";
import { placeholderHelp, template, text, whole } from "./field-schemas.ts";
import {
  absenceOf,
  maintenanceList,
  quietHoursList,
  shownAbsence,
  shownMaintenance,
  shownQuietHours,
} from "./waiting-schema.ts";
import { sendWebhook, shownWebhook } from "./webhook-schema.ts";

const name = text(nameCharactersMax).refine((value) => value.trim() !== "", { error: "This field may not be blank." });

/** Fields an event gets only once it is stored cannot be used in a condition on its way in. */
const laterFields: ReadonlyMap<string, string> = new Map([
  ["counter", "use threshold to wait for several events"],
  ["id", "it has none before it is stored"],
  ["_id", "it has none before it is stored"],
  ["status", "triggers set it; use order and stop_flag to let one trigger go before another"],
  ["status_name", "triggers set it; use order and stop_flag to let one trigger go before another"],
  ["trigger_ids", "triggers set them; use order and stop_flag to let one trigger go before another"],
  ["first_occurrence", "a trigger looks at each event when it comes"],
  ["last_occurrence", "a trigger looks at each event when it comes"],
]);

function reasonAgainst(field: string): string | undefined {
  const reason = laterFields.get(field);
  return reason && `The field "${field}" cannot be asked when an event comes in: ${reason}.`;
}

const triggerFilter = filterSchema.superRefine((elements, context) => {
  visitConditions(elements, ({ field }, path) => {
    const message = reasonAgainst(field);
    if (message !== undefined) context.addIssue({ code: "custom", path: [...path, "field"], message });
  });
});

const countedField = text(fieldCharactersMax)
  .refine((field) => field !== "", { error: "This field may not be blank." })
  .superRefine((field, context) => {
    const message = reasonAgainst(field) ?? unsearchableReason(field);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

function unsearchableReason(field: string): string | undefined {
  try {
    findField(field);
    return undefined;
  } catch (error) {
    if (error instanceof UnsearchableFieldError) return error.message;
    throw error;
  }
}

const threshold = z.object({
  count: whole(2, thresholdCountMax).describe(
    "Fires with the event that completes this number; then counting starts over.",
  ),
  seconds: whole(1, thresholdSecondsMax).describe("Within so many seconds, by the events' own times."),
  field: countedField
    .nullish()
    .transform((field) => field ?? null)
    .describe("Counted for each value of it by itself."),
});

const sendEmail = z.object({
  to: z
    .array(z.string().refine(isMailAddress, { error: "Expected a mail address." }))
    .min(1, { error: "Expected at least one address." })
    .max(mailAddressesMax, { error: `Expected at most ${mailAddressesMax} addresses.` }),
  subject: template(placeholderHelp).default(defaultTemplates.subject),
  template: template(`The text. ${placeholderHelp}`).default(defaultTemplates.mail),
});

const createTask = z.object({
  title: template(placeholderHelp).default(defaultTemplates.taskTitle),
  assigned_to: userIdField
    .nullish()
    .transform((id) => id ?? null)
    .describe("Id of an active user, or null."),
  due_in: whole(0, dueInSecondsMax)
    .nullish()
    .transform((seconds) => seconds ?? null)
    .describe("Seconds until it is due; null: never."),
});

const notify = z
  .union(
    [z.boolean(), z.array(userIdField).max(notifiedUsersMax, { error: `Expected at most ${notifiedUsersMax} users.` })],
    {
      error: "Expected a list of user ids, or true for the owner.",
    },
  )
  .describe("Ids of users who get a notification; true: the owner.");

const noteHelp =
  "Stands at the event. A name in braces after a dollar sign stands for a value: host, program, message, severity_name, time, id, trigger_name, a tag.";

const fields = {
  is_active: z.boolean().optional(),
  order: whole(-1_000_000, 1_000_000)
    .optional()
    .describe("The lower, the earlier it is asked; of equal ones the older."),
  filter: triggerFilter.optional().describe("Conditions that must all hold; none: every event."),
  q: querySchema.optional().describe("The same as filter, in one line of the query language."),
  threshold: threshold.nullable().optional(),
  is_new_pattern: z
    .boolean()
    .optional()
    .describe(
      "Fires only for events whose message is the first of its pattern that is kept; messages of all hosts count, also those that its owner does not see.",
    ),
  learning_time: whole(0, learningSecondsMax)
    .optional()
    .describe("Seconds from its creation in which it fires for no new pattern; default 0."),
  absence: absenceOf(countedField).nullable().optional(),
  quiet_hours: quietHoursList.optional(),
  maintenance: maintenanceList.optional(),
  stop_flag: z.boolean().optional().describe("When it fires, later triggers are not checked."),
  mark_known: z.boolean().optional().describe("Status 2 for the event, unless a trigger marks it actionable."),
  mark_actionable: z.boolean().optional().describe("Status 1 for the event."),
  add_note: template(noteHelp, noteCharactersMax).optional(),
  notify: notify.optional(),
  send_email: sendEmail.nullable().optional(),
  send_webhook: sendWebhook.nullable().optional(),
  create_task: createTask.nullable().optional(),
  min_interval: whole(0, quietSecondsMax).optional().describe("Seconds between two times that it acts; default 60."),
  owner: userIdField.optional().describe("Its owner; it sees the events that he may see."),
};

export const triggerBody = z.object({ name, ...fields }).meta({ id: "TriggerRequest" });
export type TriggerBody = z.output<typeof triggerBody>;
export const triggerPatch = z.object({ name: name.optional(), ...fields }).meta({ id: "PatchedTrigger" });
export type TriggerPatch = z.output<typeof triggerPatch>;

export const trigger = z
  .object({
    id: z.int(),
    name: z.string(),
    owner: userReference,
    is_active: z.boolean(),
    order: z.int(),
    filter: z.array(elementSchema),
    threshold: z.object({ count: z.int(), seconds: z.int(), field: z.string().nullable() }).nullable(),
    is_new_pattern: z.boolean(),
    learning_time: z.int(),
    absence: shownAbsence,
    quiet_hours: shownQuietHours,
    maintenance: shownMaintenance,
    stop_flag: z.boolean(),
    mark_known: z.boolean(),
    mark_actionable: z.boolean(),
    add_note: z.string(),
    notify: z.array(z.int()),
    send_email: z.object({ to: z.array(z.string()), subject: z.string(), template: z.string() }).nullable(),
    send_webhook: shownWebhook.nullable(),
    create_task: z
      .object({ title: z.string(), assigned_to: z.int().nullable(), due_in: z.int().nullable() })
      .nullable(),
    min_interval: z.int(),
    hits_count: z.int().describe("How often it fired."),
    last_matched: z.number().nullable().describe("Time of the latest event it fired for; epoch seconds."),
    actions_count: z.int().describe("Tasks, notifications, mails and webhooks begun."),
    failures_count: z.int().describe("Mails and webhooks that were given up."),
    dropped_count: z.int().describe("Mails and webhooks that were too many and not even begun."),
    last_error: z.string().nullable(),
    last_error_at: z.int().nullable(),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: "Trigger" });
export type Trigger = z.output<typeof trigger>;
export const triggerList = listSchema(trigger);

const triggerOrderings = [
  "id",
  "name",
  "order",
  "owner",
  "is_active",
  "hits_count",
  "last_matched",
  "created_at",
  "updated_at",
] as const;

export const triggerQuery = z.object({
  name: z.string().optional().describe("The whole name."),
  owner: idListParameter().describe("Ids of users between commas."),
  is_active: booleanParameter().describe("Whether it is switched on."),
  ...findParameter("their name"),
  ...listParameters(triggerOrderings, "order"),
});
export type TriggerQuery = z.output<typeof triggerQuery>;

export const triggerInPath = z.object({ id: idInPath("The id of the trigger.") });

/** A time range as queries take it; it is read where the time is known. */
const timeRange = z.record(z.string(), z.unknown()).optional().describe("As in a query; default the last 24 hours.");

export const previewBody = z
  .object({
    filter: fields.filter,
    q: fields.q,
    threshold: fields.threshold,
    is_new_pattern: fields.is_new_pattern,
    absence: fields.absence,
    time_range: timeRange,
  })
  .meta({ id: "TriggerPreviewRequest" });
export type PreviewBody = z.output<typeof previewBody>;
export const previewOfBody = z.object({ time_range: timeRange }).meta({ id: "StoredTriggerPreviewRequest" });
export type PreviewOfBody = z.output<typeof previewOfBody>;

export const testBody = z
  .object({ name: name.optional(), send_email: fields.send_email, send_webhook: fields.send_webhook })
  .meta({ id: "TriggerTestRequest" });
export type TestBody = z.output<typeof testBody>;

export const testAnswer = z
  .object({
    deliveries: z.array(
      z.object({
        kind: z.enum(["mail", "webhook"]),
        place: z.string().describe("The host that was called, or the mail server."),
        is_delivered: z.boolean(),
        error: z.string().nullable(),
        answer: z.string().nullable().describe("The receiver's answer: status and the beginning of the body."),
        body: z.string().nullable().describe("The sent body; null for callers who may not read the webhook."),
      }),
    ),
  })
  .meta({ id: "TriggerTest" });
export type TestAnswer = z.output<typeof testAnswer>;

export const absences = z
  .object({
    count: z.int(),
    values: z
      .array(z.object({ value: z.string(), last_seen: z.number().nullable(), told_at: z.int() }))
      .describe("At most 1,000, those told first in front; value is empty where any event is waited for."),
  })
  .meta({ id: "TriggerAbsences" });
export type Absences = z.output<typeof absences>;

export const triggerActs = z
  .object({
    objects: z
      .array(
        z.object({
          id: z.int(),
          at: z.int().describe("When it acted; epoch seconds."),
          fired_count: z.int().describe("How often it had fired since it last acted."),
          is_over: z.boolean().describe("It told that what had stayed away was back."),
          event_id: z.string().nullable(),
          event_time: z.number(),
          host: z.string(),
          program: z.string(),
          message: z.string().describe("Cut to 300 characters."),
          outcomes: z.array(
            z.object({
              kind: z.enum(["task", "notification", "mail", "webhook"]),
              place: z
                .string()
                .describe(
                  "The id of the task, how many people were told, addresses of a mail, scheme and host of a call.",
                ),
              state: z.enum(["done", "owed", "delivered", "failed", "dropped"]),
              error: z.string().nullable().describe("Of the last try that failed."),
            }),
          ),
        }),
      )
      .describe("The newest first; at most 100 are kept of a trigger."),
  })
  .meta({ id: "TriggerActs" });
export type TriggerActs = z.output<typeof triggerActs>;

export const preview = z
  .object({
    ts_from: z.number(),
    ts_to: z.number(),
    matched_count: z
      .int()
      .describe("Occurrences that meet the filter; with is_new_pattern those that brought a pattern."),
    fired_count: z.int().describe("How often it would have fired; less than matched_count with a threshold."),
    details: z
      .array(z.object({ ts_from: z.number(), ts_to: z.number(), count: z.int() }))
      .describe("How often it would have fired in each step."),
    events: z
      .array(z.record(z.string(), z.unknown()))
      .describe("The latest events it would have fired for, at most 10."),
    warnings: z.array(damagedDay).describe("Days that could not be read."),
  })
  .meta({ id: "TriggerPreview" });
