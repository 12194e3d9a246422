import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import type { AuthToken } from "../../api/authtokens/schema.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { words } from "../words/words.ts";
import { hasEnded, makeToken, tokensPath } from "./token-data.ts";

/** Forgotten with the session, as every answer. The key itself is kept nowhere but in this document's memory. */
const madeKey = ["ingest-token"];

/**
 * The one token of this document: made when it is first needed, and the same one when the reader comes back; another
 * one only when it was deleted or has ended.
 */
export async function getIngestToken(): Promise<string> {
  const known = queryClient.getQueryData<string>(madeKey);
  if (known !== undefined && (await isValid(known))) return known;
  const body = { token_type: "INGEST", description: words.welcome.token.description } as const;
  const { secret_key } = await makeToken(body);
  queryClient.setQueryData(madeKey, secret_key);
  return secret_key;
}

/** That token as soon as there is one, and its making. */
export function useIngestToken() {
  const made = useQuery<string>({
    queryKey: madeKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const make = useMutation({ mutationFn: getIngestToken });
  return { secret: made.data, make };
}

/** Checks the token before it is used: sending with one that is gone would log the reader out. */
async function isValid(secret: string): Promise<boolean> {
  try {
    return !hasEnded(await call<AuthToken>("GET", `${tokensPath}/${shortKeyOf(secret)}`));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** Twin: shortKeyOf of src/api/authtokens/service.ts. */
function shortKeyOf(key: string): string {
  return key.slice(0, key.indexOf("-") + 1 + 12);
}
