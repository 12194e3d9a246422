import type { EstimateResult } from "./result-schemas.ts";

/** Disk space for events, by the settings or by the question. */
export interface DiskBudget {
  /** Requested; null: not. */
  diskBytes: number | null;
  /** 0: no bound. */
  retentionBytes: number;
  /** 0: no bound. */
  retentionDays: number;
  minFreeBytes: number;
}

/** `availableBytes`: free space, and the present space of events. */
export function diskBudgetOf({ diskBytes, retentionBytes, minFreeBytes }: DiskBudget, availableBytes: number): number {
  if (diskBytes !== null) return diskBytes;
  const usableBytes = Math.max(0, availableBytes - minFreeBytes);
  return retentionBytes === 0 ? usableBytes : Math.min(usableBytes, retentionBytes);
}

interface Rates {
  eps: number | null;
  currentEps: number;
  maxEps: number;
}

/**
 * How long the budget lasts at each rate. Never longer than the settings keep events, unless a budget was asked for.
 */
export function retentionDaysAt(
  { eps, currentEps, maxEps: epsMax }: Rates,
  bytesPerEvent: number | null,
  budgetBytes: number,
  { retentionDays, diskBytes }: DiskBudget,
): EstimateResult["retention_days_at"] {
  if (bytesPerEvent === null) return [];
  const at = (rate: number, of: EstimateResult["retention_days_at"][number]["of"]) => {
    const days = budgetBytes / (rate * bytesPerEvent) / 86_400;
    const isCut = retentionDays > 0 && diskBytes === null;
    return { eps: rate, days: Math.round((isCut ? Math.min(days, retentionDays) : days) * 10) / 10, of };
  };
  return [
    ...(eps === null ? [] : [at(eps, "given")]),
    ...(currentEps > 0 ? [at(currentEps, "last_24_hours")] : []),
    ...exampleRates.map((rate) => at(rate, "example")),
    at(epsMax, "max_eps"),
  ];
}

const exampleRates = [10, 100, 1000, 10_000];
