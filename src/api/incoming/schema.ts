import * as z from "zod";

const rejected = z
  .array(z.object({ index: z.int(), error: z.string() }))
  .describe("The first 100 events that were not taken, by their place in the body, counted from 0.");

export const acceptedSchema = z
  .object({
    status: z.literal("ok"),
    accepted: z.int().describe("Events that are on disk now."),
    rejected,
    rejected_count: z.int().optional().describe("All rejected ones; absent when there are none."),
    duplicates: z
      .int()
      .optional()
      .describe("Of the accepted, those that raised the counter of an event or were sent before."),
    cut: z
      .int()
      .optional()
      .describe("Of the accepted, those that lost something to a bound, such as the end of a message over 64 KiB."),
    out_of_time: z
      .int()
      .optional()
      .describe(
        "Of the accepted, those stored under the time they arrived: too old to be kept, or a day or more ahead.",
      ),
    without_time: z
      .int()
      .optional()
      .describe("Of the accepted, those stored under the time they arrived: no time was found, or none understood."),
    warnings: z
      .array(z.string())
      .optional()
      .describe("What the sender should know, in words: how times were found, and what has none."),
  })
  .meta({ id: "Accepted" });

export type Accepted = z.output<typeof acceptedSchema>;

/** Describes the body for the API page only: the intake reads it without parsing it here. */
const newEvent = z
  .looseObject({
    ts: z.union([z.number(), z.string()]).optional().describe("Epoch seconds or ISO 8601; default: now."),
    host: z.string().optional(),
    program: z.string().optional(),
    message: z.string().describe("May not be empty."),
    priority: z.int().optional().describe("Severity and facility in one, as syslog has it."),
    severity: z.union([z.int(), z.string()]).optional().describe("0 to 7, or its name."),
    facility: z.union([z.int(), z.string()]).optional().describe("0 to 23, or its name."),
    user_tags: z.record(z.string(), z.unknown()).optional().describe("Searchable and countable."),
    extra_fields: z.record(z.string(), z.unknown()).optional().describe("Kept, not searchable."),
  })
  .describe("Fields of other names that are no lists or objects become user tags; names of other shippers are known.")
  .meta({ id: "NewEvent" });

const delivery = z.union([z.object({ events: z.array(newEvent) }), z.array(newEvent), newEvent]);

export const deliveryTypes = {
  "application/json": delivery,
  "application/x-ndjson": z.string().describe("An event on each line."),
  "text/plain": z
    .string()
    .describe("The same as application/json or application/x-ndjson, for senders that name no type."),
};

export const rawQuery = z.object({
  format: z
    .enum(["auto", "text"])
    .default("auto")
    .describe("text: each line is a message as it is, whatever it looks like."),
  multiline: z
    .enum(["true", "false"])
    .default("false")
    .describe(
      "true: lines that go on with the one before, such as the frames of a stack trace, are part of its event.",
    ),
  file: z
    .string()
    .max(1_000)
    .default("")
    .describe(
      "Name of the file that the lines are from: dpkg.log.2.gz makes dpkg the program of lines that name none.",
    ),
});

export type RawQuery = z.output<typeof rawQuery>;

export const rawTypes = {
  "application/json": z
    .unknown()
    .describe(
      "One list or object of at most 16 MiB; more is answered 413 and can be sent as lines, one JSON value each.",
    ),
  "text/plain": z
    .string()
    .describe(
      "Each line becomes an event, read as vigie import reads lines: syslog, web servers, loggers, any line that begins with a time. A body has at most 64 MiB.",
    ),
};
