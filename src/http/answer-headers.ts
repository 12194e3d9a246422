/** Headers of every answer. Only a page may set a policy of its own. */
export function addStandardHeaders(headers: Headers, path: string, requestId: string): void {
  headers.set("X-Request-Id", requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  const isApi = path === "/api" || path.startsWith("/api/");
  if (isApi) headers.set("Cache-Control", "no-store");
  const isPage = headers.get("content-type")?.startsWith("text/html");
  if (isPage && !headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", contentSecurityPolicy);
}

/** The page's policy. */
export const contentSecurityPolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
