import * as z from "zod";

const item = z
  .object({
    _index: z.string(),
    _id: z.string().nullable(),
    status: z.int(),
    error: z.object({ type: z.string(), reason: z.string() }).optional(),
  })
  .loose();

export const bulkAnswer = z
  .object({
    took: z.int().describe("Milliseconds."),
    errors: z.boolean().describe("Whether any document was not taken."),
    items: z
      .array(z.record(z.string(), item))
      .describe("One for each action, in their order, under the name of the action."),
  })
  .meta({ id: "ElasticsearchBulk" });

export const documentAnswer = item.meta({ id: "ElasticsearchDocument" });

const lines = z
  .string()
  .describe('Pairs of lines: {"create": {}} or {"index": {}}, then the document. At most 100,000 pairs.');

export const bulkBody = { "application/x-ndjson": lines, "application/json": lines };

export const documentBody = {
  "application/json": z
    .looseObject({})
    .describe("Names as in /incoming: @timestamp, message, host.name, log.level … Every other value is a user tag."),
};
