import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AuthInfo } from "../../api/auth/schema.ts";
import { answersCame, call, listenUnauthorized } from "./call.ts";
import { queryClient } from "./query-client.ts";

export type SessionUser = NonNullable<AuthInfo["user"]>;

const key = ["session"];
const session = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call<AuthInfo>("GET", "/api/auth/", { signal })).user,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The user who is logged in; null: nobody. */
export function useSession() {
  return useQuery(session);
}

/** Asks ahead of need; `useSession` reports a failure. */
export function preloadSession(): Promise<void> {
  return queryClient.prefetchQuery(session);
}

/** The user; only for pages that require a login. */
export function useUser(): SessionUser {
  return useSession().data!;
}

export function may(user: SessionUser, permission: string | undefined): boolean {
  return permission === undefined || user.is_superuser || user.permissions.includes(permission);
}

export async function logIn(username: string, password: string): Promise<void> {
  const { user } = await call<AuthInfo>("POST", "/api/auth/", { body: { username, password } });
  queryClient.setQueryData(key, user);
}

/** Pending requests end first; otherwise the reader would see them refused. */
export async function logOut(): Promise<void> {
  await queryClient.cancelQueries();
  await answersCame(1_000);
  await call("DELETE", "/api/auth/");
  forgetSession();
}

const whenEnded = new Set<() => void>();

/** Called when the session ends: this document must drop everything it holds of it. */
export function listenSessionEnd(listener: () => void): void {
  whenEnded.add(listener);
}

/** All cached answers belonged to the session. */
function forgetSession(): void {
  for (const listener of whenEnded) listener();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  queryClient.setQueryData(key, null);
}

// A 401 on the first request is not a lost session.
listenUnauthorized(() => {
  if (queryClient.getQueryData(key)) forgetSession();
});
