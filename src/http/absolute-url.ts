/** Bun's server, as far as it knows where a request came from. */
export interface AddressSource {
  requestIP(request: Request): Peer | null;
}

/** The sender of a request. */
export interface Peer {
  address: string;
  port: number;
}

/**
 * HTTP/1.0 without Host and a Host that is no host name leave only the target as the request's URL, which no router
 * reads. Such a request is wrapped in one with a whole URL; its peer is noted, as the server knows only the original.
 */
export function withAbsoluteUrl(request: Request, server: AddressSource): Request {
  if (!request.url.startsWith("/")) return request;
  const wrapped = new Request(`http://localhost${request.url}`, request);
  peers.set(wrapped, server.requestIP(request) ?? nobody);
  return wrapped;
}

/** An empty address when it is not known, as for a request that no socket brought. */
export function peerOf(request: Request, server: AddressSource | null): Peer {
  return peers.get(request) ?? server?.requestIP(request) ?? nobody;
}

const nobody: Peer = { address: "", port: 0 };
const peers = new WeakMap<Request, Peer>();
