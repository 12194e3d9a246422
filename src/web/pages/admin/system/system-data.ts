import { useQuery } from "@tanstack/react-query";
import type { System } from "../../../../api/system/schema.ts";
import { ask } from "../../../api/ask.ts";
import { call } from "../../../api/call.ts";

/** Figures are read again after this time. */
const renewedMs = 10_000;

export function useSystem(minutes: number) {
  return useQuery({
    queryKey: ["/api/system", minutes],
    queryFn: ({ signal }) => call<System>("GET", "/api/system", { query: { minutes }, signal }),
    refetchInterval: renewedMs,
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
}

export interface Filler {
  name: string;
  /** Share of all. */
  share: number;
  count: number;
  /** Bytes it takes; for patterns only. */
  bytes: number | undefined;
}

export type FilledBy = "host" | "program" | "pattern";

const fillersMax = 12;

/** Senders that stored the most in the last 30 days. */
export function useFillers(by: FilledBy) {
  return useQuery({
    queryKey: ["fillers", by],
    queryFn: ({ signal }) => (by === "pattern" ? askPatterns(signal) : askTop(by, signal)),
    staleTime: 60_000,
  });
}

const time_range = { preset: "last_30_days" };

async function askTop(field: string, signal: AbortSignal): Promise<Filler[]> {
  const params = { field, limit: fillersMax, show_other: true, ignore_empty: false, time_range };
  type Top = { totals: { values: { name: string; count: number }[] } };
  const { values } = (await ask<Top>("TopN", params, { signal })).results.totals;
  const all = values.reduce((sum, { count }) => sum + count, 0);
  return values.map(({ name, count }) => ({ name, count, share: count / all, bytes: undefined }));
}

async function askPatterns(signal: AbortSignal): Promise<Filler[]> {
  const params = { limit: fillersMax, order: "bytes", time_range };
  type Patterns = { totals: { values: { text: string; count: number; bytes: number }[] } };
  const { values } = (await ask<Patterns>("Patterns", params, { signal })).results.totals;
  const most = Math.max(1, ...values.map(({ bytes }) => bytes));
  return values.map(({ text, count, bytes }) => ({ name: text, count, bytes, share: bytes / most }));
}
