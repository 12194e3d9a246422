import { useQuery } from "@tanstack/react-query";
import type { User } from "../../../../api/users/schema.ts";
import { call } from "../../../api/call.ts";
import { queryClient } from "../../../api/query-client.ts";

export const usersPath = "/api/users";

/** Twin: src/http/access/principal.ts, in the order in which they are shown. */
export const permissionNames = [
  "search_events",
  "view_system",
  "run_performance_tests",
  "manage_dashboards",
  "manage_widgets",
  "manage_tasks",
  "manage_reports",
  "manage_triggers",
  "manage_parser_rules",
  "manage_authtokens",
  "manage_users",
] as const;

export interface UserDraft {
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  is_active: boolean;
  is_superuser: boolean;
  permissions: string[];
  hosts: string[];
}

export const emptyUser: UserDraft = {
  username: "",
  first_name: "",
  last_name: "",
  email: "",
  is_active: true,
  is_superuser: false,
  permissions: ["search_events"],
  hosts: [],
};

export function draftOf(user: User): UserDraft {
  return {
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email ?? "",
    is_active: user.is_active,
    is_superuser: user.is_superuser ?? false,
    permissions: user.permissions ?? [],
    hosts: user.hosts ?? [],
  };
}

export function useStoredUser(id: number | undefined) {
  return useQuery({
    queryKey: [usersPath, id],
    queryFn: ({ signal }) => call<User>("GET", `${usersPath}/${id}`, { signal }),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

export function refreshUsers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [usersPath] });
}

export function useCount(path: string, query: Record<string, string | number | boolean>) {
  return useQuery({
    queryKey: [path, "count", query],
    queryFn: async ({ signal }) =>
      (await call<{ item_count: number }>("GET", path, { query: { ...query, page_size: 1 }, signal })).item_count,
    staleTime: 0,
  }).data;
}
