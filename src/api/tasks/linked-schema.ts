import * as z from "zod";

const linkedEvent = z.object({
  event_id: z.string(),
  linked_at: z.int().nullable().describe("Epoch seconds; null when it was linked before this was kept."),
  as_linked: z
    .object({
      host: z.string(),
      program: z.string(),
      severity: z.int(),
      message: z.string().describe("Its first 2,000 characters."),
      counter: z.int().nullable().describe("Occurrences until then; null when a trigger linked it."),
      first_occurrence: z.number(),
      last_occurrence: z.number(),
    })
    .nullable()
    .describe("A copy of the event; null if the user who linked it could not see it, or the caller may not."),
});
export type LinkedEvent = z.output<typeof linkedEvent>;

export const linkedEvents = z
  .object({ objects: z.array(linkedEvent).describe("In the order of event_ids.") })
  .meta({ id: "TaskEvents" });
export type LinkedEvents = z.output<typeof linkedEvents>;
