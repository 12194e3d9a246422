/**
 * Whether a page of another site made the browser send this request. Browsers of today say so in `Sec-Fetch-Site`,
 * where anything but "same-origin" and "none" (typed by the user) is foreign, also when empty, repeated or unknown.
 * Older ones send `Origin`, which must name our own host and port. Clients that send neither are no browsers.
 */
export function isCrossSite(headers: Headers, host: string): boolean {
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite !== null) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = headers.get("origin");
  return origin !== null && !namesHost(origin, host);
}

/** Default ports are left out by browsers on either side, so both are read as URLs of the origin's scheme. */
function namesHost(origin: string, host: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.host === "" || host === "") return false;
  const own = `${url.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === url.host;
}
