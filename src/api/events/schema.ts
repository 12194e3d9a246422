import * as z from "zod";
import { booleanParameter } from "../../http/parameters.ts";
import { firedTrigger } from "../../query/parse/event-schema.ts";

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

/** One spelling per event: no signs, no leading zeros. Anything that is not a number names nothing. */
export const eventIdInPath = z.object({
  ev_id: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,15})$/)
    .transform(Number)
    .refine(Number.isSafeInteger)
    .meta({ description: "The id of the event.", examples: ["1"] }),
});
