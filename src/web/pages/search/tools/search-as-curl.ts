import { toApiRange } from "../../../time/time-range.ts";
import type { Address } from "../address.ts";

/** A command that asks the same; the token is the reader's own to fill in. */
export function searchAsCurl({ q, t, sort }: Pick<Address, "q" | "t" | "sort">, zone: string, origin: string): string {
  const order = sort === "new" ? "-last_occurrence" : "last_occurrence";
  const params = { q, time_range: toApiRange(t, zone), sort: order, page_size: 100 };
  const body = JSON.stringify({ type: "Search", params });
  return [
    `curl '${origin}/api/query'`,
    `-H "Authorization: Token $VIGIE_TOKEN"`,
    "-H 'Content-Type: application/json'",
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(" \\\n  ");
}
