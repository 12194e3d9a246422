/** The part of Bun's server that knows the origin of a request. */
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
 * reads. Such a request is wrapped in one with a whole URL; its peer is stored, because the server knows only the
 * original.
 */
export function withAbsoluteUrl(request: Request, server: AddressSource): Request {
  if (!request.url.startsWith("/")) return request;
  const wrapped = new Request(`http://localhost${request.url}`, request);
  peers.set(wrapped, server.requestIP(request) ?? nobody);
  return wrapped;
}

/** An empty address when it is unknown, as for a request without a socket. */
export function peerOf(request: Request, server: AddressSource | null): Peer {
  return peers.get(request) ?? server?.requestIP(request) ?? nobody;
}

const nobody: Peer = { address: "", port: 0 };
const peers = new WeakMap<Request, Peer>();
