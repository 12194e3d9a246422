import { may, type Principal } from "../../http/access/principal.ts";
import { forbidden } from "../../lib/errors.ts";
import type { QueryKind } from "../query-kind.ts";
import type { ServiceKind } from "../service-kind.ts";
import { lossLedger } from "../service-kinds/loss-ledger.ts";
import { notifications } from "../service-kinds/notifications.ts";
import { processingStats } from "../service-kinds/processing-stats.ts";
import { systemKinds } from "../service-kinds/system.ts";
import { tasks } from "../service-kinds/tasks.ts";
import { around } from "./around.ts";
import { changes } from "./changes.ts";
import { differences } from "./differences.ts";
import { eventRate } from "./event-rate.ts";
import { lastN } from "./last-n.ts";
import { patterns } from "./patterns.ts";
import { search } from "./search.ts";
import { stats } from "./stats.ts";
import { storageStats } from "./storage-stats.ts";
import { topN } from "./top-n.ts";

export type AnyKind = QueryKind | ServiceKind;

/** Every kind of question. A new kind is one file and one name here; query/README.md lists what shows it. */
export const kinds: readonly AnyKind[] = [
  search,
  topN,
  lastN,
  eventRate,
  stats,
  processingStats,
  around,
  patterns,
  changes,
  differences,
  storageStats,
  lossLedger,
  tasks,
  notifications,
  ...systemKinds,
];

const byType: ReadonlyMap<string, AnyKind> = new Map(kinds.map((kind) => [kind.type, kind]));

/** Takes the name with or without the ending "Query". */
export function findKind(type: string): AnyKind | undefined {
  return byType.get(type) ?? (type.endsWith("Query") ? byType.get(type.slice(0, -"Query".length)) : undefined);
}

export const kindNames: readonly string[] = [...byType.keys()];

/**
 * Throws `forbidden` when the caller may not ask questions of this type; to be called whenever results are shown, too.
 */
export function requireMayAsk(type: string, principal: Principal): void {
  const permission = findKind(type)?.permission;
  if (permission !== undefined && !may(principal, permission))
    throw forbidden(`Queries of the type ${type} need the permission ${permission}.`);
}
