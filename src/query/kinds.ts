import { eventRate } from "./kinds/event-rate.ts";
import { lastN } from "./kinds/last-n.ts";
import { search } from "./kinds/search.ts";
import { stats } from "./kinds/stats.ts";
import { topN } from "./kinds/top-n.ts";
import type { QueryKind } from "./query-kind.ts";

/** Every kind of question about events. A new kind is one file and one name here. */
const kinds: readonly QueryKind[] = [search, topN, lastN, eventRate, stats];

const byType: ReadonlyMap<string, QueryKind> = new Map(kinds.map((kind) => [kind.type, kind]));

/** Takes the name with or without the ending "Query". */
export function findKind(type: string): QueryKind | undefined {
  return byType.get(type) ?? (type.endsWith("Query") ? byType.get(type.slice(0, -"Query".length)) : undefined);
}

export const kindNames: readonly string[] = [...byType.keys()];
