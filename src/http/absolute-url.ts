/** Bun's server, as far as it knows where a request came from. */
export interface AddressSource {
  requestIP(request: Request): { address: string } | null;
}

/**
 * HTTP/1.0 without Host and a Host that is no host name leave only the target as the request's URL, which no router
 * reads. Such a request is wrapped in one with a whole URL; its address is noted, as the server knows only the
 * original.
 */
export function withAbsoluteUrl(request: Request, server: AddressSource): Request {
  if (!request.url.startsWith("/")) return request;
  const wrapped = new Request(`http://localhost${request.url}`, request);
  peerAddresses.set(wrapped, server.requestIP(request)?.address ?? "");
  return wrapped;
}

/** "" when it is not known, as for a request that no socket brought. */
export function peerAddressOf(request: Request, server: AddressSource | null): string {
  return peerAddresses.get(request) ?? server?.requestIP(request)?.address ?? "";
}

const peerAddresses = new WeakMap<Request, string>();
