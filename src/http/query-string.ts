/** The part after the question mark of a request target; "" if there is none. Works on relative targets too. */
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

/**
 * The request target in a form fit for the log: no token in it, neither as a parameter nor as the name of one in the
 * path.
 */
export function redactTarget(path: string, queryString: string): string {
  if (queryString === "") return redactKeys(path);
  const parts = queryString.split("&").map((part) => (namesToken(part) ? "AUTHTOKEN=[redacted]" : redactKeys(part)));
  return `${redactKeys(path)}?${parts.join("&")}`;
}

/** Keeps the public part of a key. Percent-encoded text is decoded first. */
function redactKeys(text: string): string {
  return decode(text).replaceAll(/\b(user|ingest|link)-([0-9a-f]{12})[0-9a-f]+/gi, "$1-$2[redacted]");
}

function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name may itself be percent-encoded. */
function namesToken(part: string): boolean {
  return new URLSearchParams(part).has(tokenParameter);
}

export const tokenParameter = "AUTHTOKEN";
