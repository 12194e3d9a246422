import * as z from "zod";

/** A field that a question names and no event of its range has. */
export const unknownField = z.object({
  field: z.string(),
  did_you_mean: z.string().nullable().describe("A field that events have and whose name is like it."),
  message: z.string().describe("For people."),
});

/** One of two ranges that are compared has no event. */
export const emptyRange = z.object({
  empty: z.enum(["time_range", "base"]).describe("The parameter of the range."),
  message: z.string().describe("For people."),
});

/** The parts of a range that could not be read, as every answer names them. */
export const damagedDay = z.object({
  file: z.string().describe("Present name of the file."),
  day: z.string().describe("YYYY-MM-DD, UTC; empty: nobody knows which."),
  events: z.int().optional().describe("Events that are missing, where only a part of the file cannot be read."),
});
