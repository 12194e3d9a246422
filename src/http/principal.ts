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

/** Who is calling, as the guard found out. Services take this, never a request. */
export interface Principal {
  userId: number;
  username: string;
  isSuperuser: boolean;
  /** What the user was granted; a superuser has all without being named here. Ask `may`. */
  permissions: readonly Permission[];
  /** Host patterns with * and ?; when not empty only events of these hosts exist for the caller. */
  hosts: readonly string[];
  via: "session" | "token";
  /** Row id of the session or token, for "end the others". */
  credentialId: number;
}

export function may(principal: Principal, permission: Permission): boolean {
  return principal.isSuperuser || principal.permissions.includes(permission);
}
