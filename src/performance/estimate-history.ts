import { desc, lte } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { estimates } from "../db/schema/estimates.ts";
import { estimatesKept, estimatesShown } from "./limits.ts";
import type { EarlierEstimate } from "./result-schemas.ts";

/** Earlier estimates, so that drift is seen. */
export interface EstimateHistory {
  /** Newest first. */
  list(): EarlierEstimate[];
  add(estimate: EarlierEstimate): void;
}

export function createEstimateHistory(db: Db): EstimateHistory {
  return {
    list: () =>
      db
        .select()
        .from(estimates)
        .orderBy(desc(estimates.id))
        .limit(estimatesShown)
        .all()
        .map((row) => ({
          created_at: row.createdAt,
          max_eps: row.maxEps,
          parser_eps: row.parserEps,
          store_eps: row.storeEps,
          trigger_eps: row.triggerEps,
          http_eps: row.httpEps,
          query_ms: row.queryMs,
          bytes_per_event: row.bytesPerEvent,
          cpu_count: row.cpuCount,
        })),
    add(estimate) {
      const { id } = db
        .insert(estimates)
        .values({
          createdAt: estimate.created_at,
          maxEps: estimate.max_eps,
          parserEps: estimate.parser_eps,
          storeEps: estimate.store_eps,
          triggerEps: estimate.trigger_eps,
          httpEps: estimate.http_eps,
          queryMs: estimate.query_ms,
          bytesPerEvent: estimate.bytes_per_event,
          cpuCount: estimate.cpu_count,
        })
        .returning({ id: estimates.id })
        .get();
      db.delete(estimates)
        .where(lte(estimates.id, id - estimatesKept))
        .run();
    },
  };
}
