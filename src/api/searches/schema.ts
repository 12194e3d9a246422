import * as z from "zod";
import { titleField } from "../../board/title.ts";
import { fieldCharactersMax } from "../../filter/words/limits.ts";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath, idListParameter } from "../../http/parameters.ts";
import { userReference } from "../../http/user-reference.ts";
import { searchColumnsMax, searchTagCharactersMax, searchTagsMax } from "./limits.ts";

const tagsField = z
  .array(
    z
      .string()
      .trim()
      .min(1, { error: "Expected a word." })
      .max(searchTagCharactersMax, { error: `Expected at most ${searchTagCharactersMax} characters.` }),
  )
  .max(searchTagsMax, { error: `Expected at most ${searchTagsMax} tags.` })
  .transform((tags) => [...new Set(tags.map((tag) => tag.toWellFormed()))]);
const columnsField = z
  .array(
    z
      .string()
      .min(1)
      .max(fieldCharactersMax, { error: `Expected at most ${fieldCharactersMax} characters.` }),
  )
  .max(searchColumnsMax, { error: `Expected at most ${searchColumnsMax} columns.` })
  .describe("Fields that the list shows, in this order; none: the reader's own.");

/** The part that the engine checks as the parameters of a Search. */
const questionFields = {
  q: z.string().describe("One line of the query language."),
  filter: z.array(z.unknown()).describe("Conditions, besides q."),
  time_range: z.record(z.string(), z.unknown()).describe("As in a query; one that moves stays one that moves."),
  sort: z.string().describe("As in a Search."),
};

export const searchBody = z
  .object({
    title: titleField,
    q: questionFields.q.default(""),
    filter: questionFields.filter.default([]),
    time_range: questionFields.time_range.default({}),
    sort: questionFields.sort.default("-last_occurrence"),
    columns: columnsField.default([]),
    tags: tagsField.default([]),
    is_public: z.boolean().default(false),
  })
  .meta({ id: "SearchRequest" });
export type SearchBody = z.output<typeof searchBody>;

export const searchPatch = z
  .object({
    title: titleField.optional(),
    q: questionFields.q.optional(),
    filter: questionFields.filter.optional(),
    time_range: questionFields.time_range.optional(),
    sort: questionFields.sort.optional(),
    columns: columnsField.optional(),
    tags: tagsField.optional(),
    is_public: z.boolean().optional(),
  })
  .meta({ id: "PatchedSearch" });
export type SearchPatch = z.output<typeof searchPatch>;

const link = z.string().nullable();
export const savedSearch = z
  .object({
    id: z.int(),
    title: z.string(),
    ...questionFields,
    columns: z.array(z.string()),
    tags: z.array(z.string()),
    is_public: z.boolean(),
    owner: userReference,
    is_read_only: z.boolean().describe("Whether this caller may only look at it."),
    link: link.describe("Its address in the page, from the root of the service; null: the page cannot show a filter."),
    permanent_link: link.describe("The same with the range as it is now, for what stays what it was."),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: "SavedSearch" });
export type SavedSearch = z.output<typeof savedSearch>;
export const savedSearchList = listSchema(savedSearch);

export const searchQuery = z.object({
  title: z.string().optional().describe("Only those with exactly this title."),
  tag: z.string().optional().describe("Only those with this tag."),
  owner: idListParameter().describe("Ids of owners."),
  is_public: booleanParameter().describe("Only public ones, or only private ones."),
  ...findParameter("their title or line"),
  ...listParameters(["id", "title", "created_at", "updated_at"], "title"),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const searchInPath = z.object({ id: idInPath("The id of the search.") });
