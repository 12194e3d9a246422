/** What stands behind the question mark of a request target; "" when nothing does. Works on relative targets too. */
export function queryStringOf(url: string): string {
  const start = url.indexOf("?");
  if (start < 0) return "";
  const end = url.indexOf("#", start);
  return url.slice(start + 1, end < 0 ? undefined : end);
}

/** Parameters as text; one that is given several times becomes a comma list. */
export function readQuery(queryString: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(queryString))
    query[name] = name in query ? `${query[name]},${value}` : value;
  return query;
}

/** The request target as it may be logged: no token in it. */
export function redactTarget(path: string, queryString: string): string {
  if (queryString === "") return path;
  const parts = queryString.split("&").map((part) => (namesToken(part) ? "AUTHTOKEN=[redacted]" : part));
  return `${path}?${parts.join("&")}`;
}

/** The name may itself be percent-encoded. */
function namesToken(part: string): boolean {
  return new URLSearchParams(part).has(tokenParameter);
}

export const tokenParameter = "AUTHTOKEN";
