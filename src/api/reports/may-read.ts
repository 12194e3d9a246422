import { requirePermission } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import { findKind, requireMayAsk } from "../../query/kinds/kinds.ts";

/**
 * Events and what the kind itself asks for need their permissions; tasks, for one, everybody sees. Throws `forbidden`.
 */
export function requireMayRead(type: string, principal: Principal): void {
  if (findKind(type)?.about === "events") requirePermission(principal, "search_events");
  requireMayAsk(type, principal);
}
