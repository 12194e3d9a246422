import * as z from "zod";
import { notFound } from "../lib/errors.ts";
import { defaultPageSize, findCharactersMax, orderingTermsMax, pageSizeMax } from "./limits.ts";
import { integerParameter } from "./parameters.ts";

export interface OrderingTerm {
  field: string;
  descending: boolean;
}

export interface ListQuery {
  page: number;
  page_size: number;
  ordering: OrderingTerm[];
}

/** `page`, `page_size` and `ordering`, to spread into a list's query schema. */
export function listParameters(allowed: readonly string[], defaultOrdering = "id") {
  return {
    page: integerParameter(1)
      .transform((page) => page ?? 1)
      .describe("Page of the list, from 1."),
    page_size: integerParameter(1)
      .transform((size) => Math.min(size ?? defaultPageSize, pageSizeMax))
      .describe(`Objects on a page; default ${defaultPageSize}, a number above ${pageSizeMax} means ${pageSizeMax}.`),
    ordering: z
      .string()
      .optional()
      .transform((text, context): OrderingTerm[] => {
        const terms = readOrdering(text ?? "");
        const wrong = terms.find(({ field }) => !allowed.includes(field));
        if (wrong === undefined && terms.length <= orderingTermsMax)
          return terms.length > 0 ? terms : readOrdering(defaultOrdering);
        const given = wrong === undefined ? `${terms.length} fields` : `"${wrong.field.slice(0, 60)}"`;
        context.addIssue({
          code: "custom",
          message: `Expected a comma list of ${allowed.join(", ")}, each with or without "-" in front, got ${given}.`,
        });
        return z.NEVER;
      })
      .describe(
        `Fields between commas, each with or without "-" in front: ${allowed.join(", ")}. Default: ${defaultOrdering}.`,
      ),
  };
}

/** `find`, to spread into a list's query schema; `where`: the fields it searches. */
export function findParameter(where: string) {
  return {
    find: z
      .string()
      .max(findCharactersMax, `Expected at most ${findCharactersMax} characters.`)
      .optional()
      .describe(`Only those that contain this in ${where}, in whatever case.`),
  };
}

function readOrdering(text: string): OrderingTerm[] {
  const terms = text.split(",").map((term) => term.trim());
  return terms
    .filter((term) => term !== "")
    .map((term) => ({ field: term.replace(/^-/, ""), descending: term.startsWith("-") }));
}

export interface ListAnswer<Item> {
  objects: Item[];
  item_count: number;
  page_count: number;
  page_number: number;
  page_size: number;
}

/** One page of a list; `fetch` gets the window to read. A page past the end is 404. */
export function listAnswer<Item>(
  { page, page_size }: Pick<ListQuery, "page" | "page_size">,
  itemCount: number,
  fetch: (window: { limit: number; offset: number }) => Item[],
): ListAnswer<Item> {
  const pageCount = Math.max(1, Math.ceil(itemCount / page_size));
  if (page > pageCount) throw notFound("Invalid page.");
  const objects = fetch({ limit: page_size, offset: (page - 1) * page_size });
  return { objects, item_count: itemCount, page_count: pageCount, page_number: page, page_size };
}

/**
 * The envelope's schema, for a route's answer. The list of an `Item` is a `PaginatedItemList`, unless it gets another
 * name.
 */
export function listSchema<Item extends z.ZodType>(item: Item, name = item.meta()?.id) {
  const list = z.object({
    objects: z.array(item),
    item_count: z.int().describe("Of all pages."),
    page_count: z.int().describe("At least 1."),
    page_number: z.int().describe("From 1."),
    page_size: z.int(),
  });
  return name === undefined ? list : list.meta({ id: `Paginated${name}List` });
}
