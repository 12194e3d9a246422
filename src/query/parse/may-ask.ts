import { may, type Principal } from "../../http/access/principal.ts";
import { forbidden } from "../../lib/errors.ts";
import { findKind } from "../kinds/kinds.ts";

/**
 * Throws `forbidden` when the caller may not ask questions of this type; to be called whenever results are shown, too.
 */
export function requireMayAsk(type: string, principal: Principal): void {
  const permission = findKind(type)?.permission;
  if (permission !== undefined && !may(principal, permission))
    throw forbidden(`Queries of the type ${type} need the permission ${permission}.`);
}
