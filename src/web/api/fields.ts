import { useMemo } from "react";
import type { FieldNames, FieldValues } from "../../api/fields/schema.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";

export type FieldName = FieldNames["fields"][number];

/** Epoch seconds; absent: the last day. */
export interface FieldSpan {
  from: number;
  to: number;
}

/**
 * Completion uses recent events: the service allows no wider range. Twin: rangeSecondsMax of
 * api/fields.
 */
const spanSecondsMax = 31 * 86_400;

/** Fields of a range, and their most frequent values by prefix; both cached for a while. */
export function fieldNamesQuery(span: FieldSpan | undefined) {
  return {
    queryKey: ["field-names", span?.from, span?.to],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call<FieldNames>("GET", "/api/fields", { query: spanQuery(span), signal })).fields,
    staleTime: 60_000,
  };
}

/** Completes fields in the query line while it is typed. */
export function useFieldKnowledge(span: FieldSpan | undefined) {
  const [from, to] = [span?.from, span?.to];
  return useMemo(() => {
    const known = from === undefined || to === undefined ? undefined : { from, to };
    return {
      list: async (): Promise<readonly FieldName[]> => {
        try {
          return await queryClient.fetchQuery(fieldNamesQuery(known));
        } catch {
          // Without names there is nothing to complete; the line itself works on.
          return [];
        }
      },
      values: async (name: string, prefix: string) => {
        try {
          const { values } = await queryClient.fetchQuery({
            queryKey: ["field-values", name, prefix, from, to],
            queryFn: ({ signal }) =>
              call<FieldValues>("GET", "/api/fields", { query: { name, prefix, ...spanQuery(known) }, signal }),
            staleTime: 30_000,
          });
          return values;
        } catch {
          return [];
        }
      },
    };
  }, [from, to]);
}

function spanQuery(span: FieldSpan | undefined): { ts_from?: number; ts_to?: number } {
  if (span === undefined) return {};
  const to = Math.ceil(span.to);
  return { ts_from: Math.max(Math.floor(span.from), to - spanSecondsMax), ts_to: to };
}
