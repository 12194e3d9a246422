import { useQuery } from "@tanstack/react-query";
import type { AuthToken, NewAuthToken, PatchedAuthToken } from "../../api/authtokens/schema.ts";
import { ask } from "../api/ask.ts";
import { call } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { words } from "../words/words.ts";

export const tokensPath = "/api/authtokens";

export function useToken(shortKey: string) {
  return useQuery({
    queryKey: [tokensPath, shortKey],
    queryFn: ({ signal }) => call<AuthToken>("GET", `${tokensPath}/${encodeURIComponent(shortKey)}`, { signal }),
    staleTime: 0,
  });
}

export function makeToken(body: Partial<NewAuthToken>): Promise<AuthToken> {
  return call<AuthToken>("POST", tokensPath, { body });
}

export function changeToken(shortKey: string, body: PatchedAuthToken): Promise<AuthToken> {
  return call<AuthToken>("PATCH", `${tokensPath}/${encodeURIComponent(shortKey)}`, { body });
}

export function refreshTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [tokensPath] });
}

export function nameOfToken({ description, secret_key }: AuthToken): string {
  return description || `${words.access.unnamed} (${secret_key})`;
}

export function hasEnded({ expires_at }: Pick<AuthToken, "expires_at">): boolean {
  return expires_at !== null && expires_at * 1000 <= Date.now();
}

/** Twin: src/query/service-kinds/loss-ledger.ts. */
export interface Origin {
  protocol: string;
  source: string;
  token: string | null;
  received: number;
  stored: number;
  lost: number;
  uncounted: Record<string, { deliveries: number }>;
}

/** Asks what arrived with a token, by sender. Only for users who may see the system. */
export function useSentBy(shortKey: string, isOpen: boolean) {
  return useQuery({
    queryKey: [tokensPath, shortKey, "sent"],
    queryFn: async ({ signal }) => {
      const params = { limit: originsMax, freeze_time: undefined };
      const { results } = await ask<{ totals: { values: Origin[] } }>("LossLedger", params, { signal });
      return results.totals.values.filter(({ token }) => token === shortKey);
    },
    enabled: isOpen,
  });
}

/** The most that one question lists. Twin: listedMax of src/query/limits.ts. */
const originsMax = 1000;
