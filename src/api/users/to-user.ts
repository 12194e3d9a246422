import { fullnameOf } from "../../db/owner.ts";
import type { UserRow } from "../../db/schema/users.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import type { User } from "./schema.ts";

/** A user as this caller may see him: everybody needs names to assign work; the rest is for him and the managers. */
export function toUser(principal: Principal, row: UserRow): User {
  const names = {
    id: row.id,
    username: row.username,
    first_name: row.firstName,
    last_name: row.lastName,
    fullname: fullnameOf(row),
    is_active: row.isActive,
  };
  if (row.id !== principal.userId && !may(principal, "manage_users")) return names;
  return {
    ...names,
    email: row.email,
    is_superuser: row.isSuperuser,
    permissions: row.permissions,
    hosts: row.hosts,
    preferences: row.preferences,
    created_at: row.createdAt,
  };
}
