import * as z from "zod";
import { booleanParameter } from "../../http/parameters.ts";

const actionHint = z.object({ name: z.string(), label: z.string(), url: z.string().optional() });

const firedTrigger = z
  .object({
    id: z.int(),
    name: z.string(),
    mark_actionable: z.boolean(),
    mark_known: z.boolean(),
    note_text: z.string(),
    fired_at: z.number(),
  })
  .meta({ id: "FiredTrigger" });

export const event = z
  .object({
    id: z.string(),
    _id: z.string().describe("The same as id."),
    first_occurrence: z.number().describe("Epoch seconds with microseconds."),
    last_occurrence: z.number(),
    first_occurrence_date: z.string().describe("YYYY/MM/DD HH:MM:SS"),
    last_occurrence_date: z.string(),
    counter: z.int().min(1).describe("Occurrences."),
    host: z.string(),
    program: z.string(),
    message: z.string(),
    cisco_mnemonic: z.string(),
    severity: z.int().min(0).max(7),
    severity_name: z.string(),
    facility: z.int().min(0).max(23),
    facility_name: z.string(),
    status: z.int().min(0).max(2),
    status_name: z.string(),
    type: z.string(),
    user_tags: z.record(z.string(), z.string()),
    extra_fields: z.record(z.string(), z.unknown()),
    trigger_ids: z.array(z.int()),
    triggers_fired_count: z.int(),
    triggers_fired_data: z.array(firedTrigger).describe("Empty unless add_trigger_data."),
    notes: z.array(z.unknown()),
    actions: z
      .record(z.string(), z.array(actionHint))
      .optional()
      .describe("With actions_hint: what can be done with each field, and with the whole event under _event."),
  })
  .meta({ id: "Event" });

export const eventQuery = z.object({
  actions_hint: booleanParameter().describe("Add what can be done with each field."),
  add_trigger_data: booleanParameter().describe("Add what triggers fired."),
});

export const timestamps = z
  .object({
    ev_id: z.string(),
    count: z.int(),
    first_occurrence: z.number(),
    last_occurrence: z.number(),
    timestamps: z.array(z.object({ ts: z.number(), trigger_ids: z.array(z.int()) })).describe("Ascending."),
  })
  .meta({ id: "EventTimestamps" });

export const triggers = z
  .object({
    ev_id: z.string(),
    triggers_fired_count: z.int(),
    triggers: z.array(firedTrigger),
  })
  .meta({ id: "EventTriggers" });

/** One name for one event: no signs, no leading zeros. What is no number names nothing. */
export const eventIdInPath = z.object({
  ev_id: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,15})$/)
    .transform(Number)
    .refine(Number.isSafeInteger)
    .meta({ description: "The id of the event." }),
});
