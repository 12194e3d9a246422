import * as z from "zod";
import { filterSchema, querySchema } from "../../filter/schema.ts";

const filterText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "Expected a list of conditions as JSON." });
      return z.NEVER;
    }
  })
  .pipe(filterSchema);

const eventId = z.string().regex(/^\d{1,15}$/, "Expected the id of an event.");

export const tailQuery = z.object({
  q: querySchema.optional().describe('One line of the query language, such as "severity<=4 host:web*".'),
  filter: filterText.optional().describe("A list of conditions as in queries, as JSON; together with `q`: both hold."),
  after: eventId
    .transform(Number)
    .optional()
    .describe(
      "Begins with what came after this event. Browsers that reconnect say it by themselves as `Last-Event-ID`.",
    ),
});
export type TailQuery = z.output<typeof tailQuery>;
