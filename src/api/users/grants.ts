import type { UserRow } from "../../db/schema/users.ts";
import { may, type Permission, type Principal } from "../../http/access/principal.ts";
import { AppError, forbidden, invalidField } from "../../lib/errors.ts";
import { sameMembers } from "../../lib/same-members.ts";
import type { UserRepository } from "./repository.ts";

type Granted = Pick<UserRow, "username" | "isActive" | "isSuperuser" | "permissions" | "hosts">;

/**
 * Refuses (403) a change that this caller may not make: only managers of users change permissions, and only a superuser
 * grants rights that he lacks himself. `before` is undefined for a new user. Unchanged values pass.
 */
export function requireGrantable(
  principal: Principal,
  before: (Granted & { id: number }) | undefined,
  after: Granted,
): void {
  if (principal.isSuperuser) return;
  if (after.isSuperuser !== (before?.isSuperuser ?? false)) throw forbidden("Only a superuser makes or unmakes one.");
  if (before?.isSuperuser && before.id !== principal.userId) throw forbidden("Only a superuser changes a superuser.");
  if (!may(principal, "manage_users") && before && changesRights(before, after))
    throw forbidden("Changing user name, activity, permissions or hosts needs the permission manage_users.");
  requireOwnPermissions(principal, before?.permissions ?? ["search_events"], after.permissions);
  requireOwnHosts(principal, before?.hosts, after.hosts);
}

/** The last active superuser must stay, since nobody else could create another (400). `after` undefined: deletion. */
export function requireLastSuperuserStays(users: UserRepository, before: UserRow, after: Granted | undefined): void {
  const is = before.isSuperuser && before.isActive;
  const stays = after?.isSuperuser && after.isActive;
  if (!is || stays || users.countActiveSuperusersBut(before.id) > 0) return;
  const message = "This is the last active superuser.";
  if (after === undefined) throw new AppError("invalid", message);
  throw invalidField(after.isSuperuser ? "is_active" : "is_superuser", message);
}

function changesRights(before: Granted, after: Granted): boolean {
  return (
    before.username !== after.username ||
    before.isActive !== after.isActive ||
    !sameMembers(before.permissions, after.permissions) ||
    !sameMembers(before.hosts, after.hosts)
  );
}

/** Granting the rights of every new user needs no right. */
function requireOwnPermissions(principal: Principal, before: readonly string[], after: readonly string[]): void {
  const lacking = after.find((permission) => !before.includes(permission) && !may(principal, permission as Permission));
  if (lacking !== undefined && lacking !== "search_events")
    throw forbidden(`Only a superuser grants a permission he lacks himself: "${lacking}".`);
}

/** A caller limited to hosts may grant only his own patterns, and not "no limit", which is an empty list. */
function requireOwnHosts(principal: Principal, before: readonly string[] | undefined, after: readonly string[]): void {
  if (principal.hosts.length === 0 || (before && sameMembers(before, after))) return;
  const wider = after.length === 0 || after.some((host) => !principal.hosts.includes(host));
  if (wider) throw forbidden("You are limited to some hosts and can grant only these.");
}
