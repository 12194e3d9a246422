/** What every answer carries besides its own fields. */
export function addStandardHeaders(headers: Headers, path: string, requestId: string): void {
  headers.set("X-Request-Id", requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (path === "/api" || path.startsWith("/api/")) headers.set("Cache-Control", "no-store");
  if (headers.get("content-type")?.startsWith("text/html"))
    headers.set("Content-Security-Policy", contentSecurityPolicy);
}

const contentSecurityPolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
