import * as z from "zod";
import { integerParameter } from "../../http/parameters.ts";
import { damagedDay } from "../../query/parse/warnings.ts";
import { defaultValues, itemsMax, prefixCharactersMax, rangeSecondsMax } from "./limits.ts";

const instant = {
  ts_from: z.number().describe("Epoch seconds; the events from here …"),
  ts_to: z.number().describe("… to before here were looked at."),
  is_complete: z.boolean().describe("False when the time for an answer ended before all events were looked at."),
  warnings: z.array(damagedDay).describe("Files of days that could not be read; the answer goes without them."),
};

/** Without `name`: the names of fields of events. */
export const fieldNames = z
  .object({
    fields: z
      .array(
        z.object({
          name: z.string(),
          label: z.string().describe("For people; a tag's is its name."),
          type: z
            .enum(["text", "number", "time", "id"])
            .describe("What it is compared as; time in epoch seconds. A tag is a number when all its late values are."),
          kind: z.enum(["base", "tag"]).describe("base: every event has it; tag: a user tag."),
          has_values: z.boolean().describe("Whether its values can be asked for with `name`."),
        }),
      )
      .describe("Base fields first, then tags by name."),
    ...instant,
  })
  .meta({ id: "FieldNames" });
export type FieldNames = z.output<typeof fieldNames>;

/** With `name`: the values of a field. */
export const fieldValues = z
  .object({
    name: z.string(),
    values: z
      .array(z.object({ value: z.string(), count: z.int().describe("Occurrences.") }))
      .describe("The most frequent ones, most frequent first; numbers as text."),
    ...instant,
  })
  .meta({ id: "FieldValues" });
export type FieldValues = z.output<typeof fieldValues>;

export const fieldsAnswer = z.union([fieldNames, fieldValues]);

const prefixSchema = z
  .string()
  .max(prefixCharactersMax, { error: `Expected at most ${prefixCharactersMax} characters.` })
  .transform((text) => text.toWellFormed());

export const fieldQuery = z.object({
  name: z.string().optional().describe("A field whose values are wanted; without it the names of fields are."),
  prefix: prefixSchema.default("").describe("Begin of the values, or of the names, in any case."),
  limit: integerParameter(1, itemsMax).describe(
    `How many; default ${defaultValues} values or ${itemsMax} tags. Base fields do not count.`,
  ),
  ts_from: integerParameter()
    .transform((seconds) => seconds ?? -86_400)
    .describe("Epoch seconds; 0 and negative ones count from now. Default: a day ago."),
  ts_to: integerParameter()
    .transform((seconds) => seconds ?? 0)
    .describe(`Default: now. At most ${rangeSecondsMax / 86_400} days after ts_from.`),
});
export type FieldQuery = z.output<typeof fieldQuery>;
