import { useQuery } from "@tanstack/react-query";
import type { AuthInfo } from "../../api/auth/schema.ts";
import { answersCame, call, listenUnauthorized } from "./call.ts";
import { queryClient } from "./query-client.ts";

export type SessionUser = NonNullable<AuthInfo["user"]>;

const key = ["session"];

/** Who is logged in; null: nobody. */
export function useSession() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call<AuthInfo>("GET", "/api/auth/", { signal })).user,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The user inside of the pages, which are only shown to one. */
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

/** What is still asked ends first, or it would be refused in the reader's face. */
export async function logOut(): Promise<void> {
  await queryClient.cancelQueries();
  await answersCame(1_000);
  await call("DELETE", "/api/auth/");
  forgetSession();
}

/** Everything that was read belonged to the session. */
function forgetSession(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  queryClient.setQueryData(key, null);
}

// Who is told at the first asking that nobody is logged in has no session to lose.
listenUnauthorized(() => {
  if (queryClient.getQueryData(key)) forgetSession();
});
