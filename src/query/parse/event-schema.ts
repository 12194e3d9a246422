import * as z from "zod";

const actionHint = z.object({ name: z.string(), label: z.string(), url: z.string().optional() });

/** The traces of a trigger on an event. */
export const firedTrigger = z
  .object({
    id: z.int(),
    name: z.string(),
    mark_actionable: z.boolean(),
    mark_known: z.boolean(),
    note_text: z.string(),
    fired_at: z.number(),
  })
  .meta({ id: "FiredTrigger" });

/** An event as it is answered alone and in a search. */
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
    pattern: z.string().describe("The id of the message's pattern."),
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
    in_range: z
      .object({ first_occurrence: z.number(), last_occurrence: z.number(), counter: z.int().min(1) })
      .optional()
      .describe("In a search, where some occurrences lie outside its time range: those within."),
    actions: z
      .record(z.string(), z.array(actionHint))
      .optional()
      .describe("With actions_hint: what can be done with each field, and with the whole event under _event."),
  })
  .meta({ id: "Event" });
