import * as z from "zod";
import { type OriginCounts, type UncountedCounts, uncountedOf } from "../../eventstore/event-store.ts";
import { listedMax } from "../limits.ts";
import { wholeNumber } from "../parameters.ts";
import { serviceKind } from "../service-kind.ts";

/** A sender of events and their fate: received = stored + lost. */
export interface OriginView {
  protocol: string;
  source: string;
  /** The short form of its key; null without a token. */
  token: string | null;
  received: number;
  stored: number;
  lost: number;
  /** By cause, those that are not 0; some of these events are stored all the same. */
  loss: Record<string, number>;
  /** By cause, those that are not 0; these deliveries are in no other count. */
  uncounted: UncountedCounts;
}

const orders = ["received", "lost", "affected", "refused"] as const;

/**
 * Everything received since the first start and its fate, in total and by protocol, source and token. It is about now
 * and has no time range: ProcessingStats counts by time.
 */
export const lossLedger = serviceKind({
  type: "LossLedger",
  parameters: {
    order: z.enum(orders, `Expected one of ${orders.join(", ")}.`).default("received"),
    protocol: z.string().max(64).optional(),
    source: z.string().max(255).optional(),
    limit: wholeNumber(1, listedMax).default(100),
  },
  stepUnitSeconds: 0,
  permission: "view_system",
  async answer({ params: { order, protocol, source, limit } }, { ledger, tokenNames }) {
    const { received, stored, loss, origins } = await ledger();
    const wanted = origins.filter(
      (origin) =>
        (protocol === undefined || origin.protocol === protocol) && (source === undefined || origin.source === source),
    );
    return {
      totals: {
        ...{ received, stored, lost: received - stored, loss, uncounted: uncountedOf(origins) },
        values: noisiest(wanted, limit, tokenNames, order),
      },
    };
  },
});

const weightOf: Record<(typeof orders)[number], (origin: OriginCounts) => number> = {
  received: ({ received }) => received,
  lost: ({ received, stored }) => received - stored,
  refused: ({ uncounted }) => Object.values(uncounted).reduce((sum, { deliveries }) => sum + deliveries, 0),
  affected: ({ loss }) => Object.values(loss).reduce((sum, count) => sum + count, 0),
};

/** So many origins, the one with the most first; ties by name. `tokenNames`: short forms of keys by row id. */
export function noisiest(
  origins: readonly OriginCounts[],
  limit: number,
  tokenNames: (ids: readonly number[]) => ReadonlyMap<number, string>,
  order: (typeof orders)[number] = "received",
): OriginView[] {
  const weight = weightOf[order];
  const first = [...origins].sort((a, b) => weight(b) - weight(a) || (nameOf(a) < nameOf(b) ? -1 : 1)).slice(0, limit);
  const names = tokenNames(first.map(({ tokenId }) => tokenId).filter((id) => id !== 0));
  return first.map(({ protocol, source, tokenId, received, stored, loss, uncounted }) => ({
    protocol,
    source,
    token: tokenId === 0 ? null : (names.get(tokenId) ?? deletedToken),
    received,
    stored,
    lost: received - stored,
    loss: { ...loss },
    uncounted: { ...uncounted },
  }));
}

/** In place of the key of a token that is not there any more. */
const deletedToken = "deleted";

function nameOf({ protocol, source, tokenId }: OriginCounts): string {
  return `${protocol} ${source} ${tokenId}`;
}
