import { chooseLanguage } from "../words/choose-language.ts";
import { isLanguage, language } from "../words/language.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";
import type { SessionUser } from "./session.ts";

export type Preferences = SessionUser["preferences"];

/** Stores them with the account; the session sees them at once. */
export async function keepPreferences(user: SessionUser, preferences: Preferences): Promise<void> {
  await call("PATCH", `/api/users/${user.id}`, { body: { preferences } });
  queryClient.setQueryData(["session"], { ...user, preferences });
}

/** The account's choice outranks the one this browser remembers. Another language reloads the page. */
export function applyLanguage({ preferences }: SessionUser): void {
  const wanted = preferences.language;
  if (wanted !== undefined && isLanguage(wanted) && wanted !== language) chooseLanguage(wanted);
}
