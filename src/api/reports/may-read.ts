import { requirePermission } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import { findKind, requireMayAsk } from "../../query/kinds/kinds.ts";

/** Events and the kind's own data need their permissions; everybody sees tasks, for example. Throws `forbidden`. */
export function requireMayRead(type: string, principal: Principal): void {
  if (findKind(type)?.about === "events") requirePermission(principal, "search_events");
  requireMayAsk(type, principal);
}
