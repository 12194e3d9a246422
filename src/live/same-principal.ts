import type { Principal } from "../http/access/principal.ts";
import { sameMembers } from "../lib/same-members.ts";

/** Whether a caller's permissions and hosts are unchanged. */
export function samePrincipal(one: Principal, other: Principal): boolean {
  return (
    one.isSuperuser === other.isSuperuser &&
    sameMembers(one.permissions, other.permissions) &&
    sameMembers(one.hosts, other.hosts)
  );
}
