import type { Dialect } from "../dialect.ts";
import { readQuery, tokenParameter } from "../query-string.ts";
import { readCookies, sessionCookieName } from "./cookies.ts";

/** The credential of a request. A token takes precedence over a session, valid or not. */
export type Credential = { kind: "none" } | { kind: "token"; key: string } | { kind: "session"; key: string };

/** `dialect`: further places of the token in other clients. */
export function readCredential(
  headers: Headers,
  queryString: string,
  dialect?: Pick<Dialect, "tokenHeaders" | "tokenParameters">,
): Credential {
  const authorization = headers.get("authorization");
  if (authorization !== null) return { kind: "token", key: tokenOf(authorization) };
  const key = dialect && tokenOfDialect(headers, queryString, dialect);
  if (key !== undefined) return { kind: "token", key };
  const inQuery = queryString === "" ? undefined : readQuery(queryString)[tokenParameter];
  if (inQuery !== undefined) return { kind: "token", key: inQuery };
  const session = readCookies(headers.get("cookie"))[sessionCookieName];
  return session === undefined ? { kind: "none" } : { kind: "session", key: session };
}

function tokenOfDialect(
  headers: Headers,
  queryString: string,
  { tokenHeaders = [], tokenParameters = [] }: Pick<Dialect, "tokenHeaders" | "tokenParameters">,
): string | undefined {
  const header = tokenHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  if (header !== undefined || queryString === "" || tokenParameters.length === 0) return header?.trim();
  const query = readQuery(queryString);
  return tokenParameters.map((name) => query[name]).find((value) => value !== undefined);
}

/** "" if it has none of the known forms: presented, but no token of ours. */
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
