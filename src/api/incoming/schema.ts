import * as z from "zod";

const rejected = z
  .array(z.object({ index: z.int(), error: z.string() }))
  .describe("The first 100 events that were not taken, by their place in the body, counted from 0.");

export const acceptedSchema = z.object({
  status: z.literal("ok"),
  accepted: z.int().describe("Events that are on disk now."),
  rejected,
  rejected_count: z.int().optional().describe("All rejected ones; absent when there are none."),
  duplicates: z
    .int()
    .optional()
    .describe("Of the accepted, those that raised the counter of an event or were sent before."),
});

export type Accepted = z.output<typeof acceptedSchema>;
