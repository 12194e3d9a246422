import { serializeCookie } from "elysia/cookies";

/** Cookies of a request by name; of several with one name the first counts, as browsers send the closest path first. */
export function readCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of header?.split(";") ?? []) {
    const middle = pair.indexOf("=");
    if (middle < 0) continue;
    const name = pair.slice(0, middle).trim();
    if (!(name in cookies)) cookies[name] = pair.slice(middle + 1).trim();
  }
  return cookies;
}

export const sessionCookieName = "sessionid";

/** The `Set-Cookie` field that sets a session for `maxAgeSeconds`; 0 removes it. */
export function sessionCookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  const field = serializeCookie({
    [sessionCookieName]: { value, maxAge: maxAgeSeconds, httpOnly: true, sameSite: "lax", path: "/", secure },
  });
  return String(field);
}
