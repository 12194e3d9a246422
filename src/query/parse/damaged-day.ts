import * as z from "zod";

/** What of a range could not be read, as every answer names it. */
export const damagedDay = z.object({
  file: z.string().describe("What the file is called now."),
  day: z.string().describe("YYYY-MM-DD, UTC; empty: nobody knows which."),
  events: z.int().optional().describe("Events that are missing, where only a part of the file cannot be read."),
});
