import * as z from "zod";

export const answered = z
  .object({
    text: z.string(),
    code: z.int(),
    ackId: z.int().optional().describe("Present if the request names a channel."),
    "invalid-event-number": z.int().optional().describe("The first that was refused; the others are on disk."),
  })
  .meta({ id: "SplunkAnswer" });

export const acks = z.object({ acks: z.array(z.int()).max(10_000) }).meta({ id: "SplunkAcks" });

const text = (meaning: string) => z.string().optional().describe(meaning);

export const parameters = z.object({
  channel: text("Has the answer bear an `ackId`."),
  host: text("Of events that name none."),
  source: text("A user tag of events that have none."),
  sourcetype: text("A user tag of events that have none."),
  index: text("A user tag of events that have none."),
});
export type Parameters = z.output<typeof parameters>;

export const collectorEvent = z
  .looseObject({
    event: z.unknown().describe("The message, or an object whose fields are those of the event."),
    time: z.union([z.number(), z.string()]).optional().describe("Epoch seconds."),
    host: z.string().optional(),
    source: z.string().optional().describe("A user tag, as sourcetype and index are."),
    fields: z.record(z.string(), z.unknown()).optional().describe("User tags."),
  })
  .meta({ id: "SplunkEvent" });
