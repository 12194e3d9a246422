import { readQuery, tokenParameter } from "../query-string.ts";
import { readCookies, sessionCookieName } from "./cookies.ts";

/** What a request presents to say who is calling. A token wins over a session, whether it is good or not. */
export type Credential = { kind: "none" } | { kind: "token"; key: string } | { kind: "session"; key: string };

export function readCredential(headers: Headers, queryString: string): Credential {
  const authorization = headers.get("authorization");
  if (authorization !== null) return { kind: "token", key: tokenOf(authorization) };
  const inQuery = queryString === "" ? undefined : readQuery(queryString)[tokenParameter];
  if (inQuery !== undefined) return { kind: "token", key: inQuery };
  const session = readCookies(headers.get("cookie"))[sessionCookieName];
  return session === undefined ? { kind: "none" } : { kind: "session", key: session };
}

/** "" when it is in none of the forms we know: presented, and no token of ours. */
function tokenOf(authorization: string): string {
  const [, scheme = "", value = ""] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  if (keywords.has(scheme.toLowerCase())) return value;
  return scheme.toLowerCase() === "basic" ? basicPassword(value) : "";
}

const keywords = new Set(["token", "bearer", "splunk", "apikey"]);

function basicPassword(value: string): string {
  const text = Buffer.from(value, "base64").toString("utf8");
  const middle = text.indexOf(":");
  return middle < 0 ? "" : text.slice(middle + 1);
}
