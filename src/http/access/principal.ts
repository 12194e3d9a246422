export const permissions = [
  "manage_dashboards",
  "manage_widgets",
  "manage_tasks",
  "manage_reports",
  "manage_authtokens",
  "manage_users",
  "manage_triggers",
  "manage_parser_rules",
  "view_system",
  "search_events",
  "run_performance_tests",
] as const;
export type Permission = (typeof permissions)[number];

/** The caller, as identified by the guard. Services take this, never a request. */
export interface Principal {
  userId: number;
  username: string;
  isSuperuser: boolean;
  /** The granted permissions; a superuser has all without being named here. Ask `may`. */
  permissions: readonly Permission[];
  /** Host patterns with * and ?; when not empty only events of these hosts exist for the caller. */
  hosts: readonly string[];
  via: "session" | "token";
  /** Row id of the session or token, for "end the others". */
  credentialId: number;
}

/** Whether a caller, or another user, has the permission. */
export function may(
  { isSuperuser, permissions }: { isSuperuser: boolean; permissions: readonly string[] },
  permission: Permission,
): boolean {
  return isSuperuser || permissions.includes(permission);
}

/**
 * Whether the caller may do everything the other may, so that acting as the other (through a password or token he
 * creates for him) gains him nothing. The right to search, which every new user has, does not count.
 */
export function mayAllOf(
  principal: Principal,
  other: { isSuperuser: boolean; permissions: readonly string[]; hosts: readonly string[] },
): boolean {
  if (principal.isSuperuser) return true;
  const seesAllOf =
    principal.hosts.length === 0 ||
    (other.hosts.length > 0 && other.hosts.every((host) => principal.hosts.includes(host)));
  const lacking = other.permissions.filter((permission) => !may(principal, permission as Permission));
  return !other.isSuperuser && seesAllOf && lacking.every((permission) => permission === "search_events");
}
