import * as z from "zod";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { idInPath } from "../../http/parameters.ts";

export const historyEntry = z
  .object({
    id: z.int(),
    q: z.string(),
    filter: z.array(z.unknown()),
    time_range: z.record(z.string(), z.unknown()).describe("The latest that was asked about."),
    times: z.int().min(1).describe("Number of times it was asked."),
    searched_at: z.int(),
  })
  .meta({ id: "SearchHistoryEntry" });
export type HistoryEntry = z.output<typeof historyEntry>;
export const historyList = listSchema(historyEntry);

export const historyQuery = z.object(listParameters(["id", "times", "searched_at"], "-searched_at"));
export type HistoryQuery = z.output<typeof historyQuery>;

export const historyInPath = z.object({ id: idInPath("The id of the entry.") });
