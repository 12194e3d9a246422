import type { Connection } from "./open-connections.ts";

/** Bounds on the number of connections, and on the time without a complete request. */
export interface ConnectionBounds {
  total: number;
  perPeer: number;
  /** Half-open ones are closed after that; sooner when they are many. */
  halfOpenMs: number;
  halfOpenMsWhenMany: number;
}

/** Facts about connections that the system's table lacks. */
export interface KnownOfConnections {
  /** It has a request that is being answered or waits to be read, or is a WebSocket. */
  isInUse(connection: Connection): boolean;
  /** Serves many clients, such as a trusted proxy. */
  isManyPeers(connection: Connection): boolean;
}

/** No complete request has come on it, and maybe never will. */
export function isHalfOpen(connection: Connection, { isInUse }: Pick<KnownOfConnections, "isInUse">): boolean {
  return connection.isUnanswered && !isInUse(connection);
}

/**
 * Chooses the connections to close: overdue half-open ones first; then, beyond a bound, half-open ones, oldest first;
 * then idle ones of peers with many connections, longest idle first. A connection in use is never closed. Each pass
 * frees an eighth beyond the bound, so that new clients find space.
 */
export function chooseEnded(
  connections: readonly Connection[],
  bounds: ConnectionBounds,
  known: KnownOfConnections,
): Connection[] {
  const byPeer = Map.groupBy(connections, ({ peer }) => peer);
  const ended = new Set<Connection>();
  for (const ofPeer of byPeer.values()) {
    const isMany = connections.length > bounds.total / 2 || ofPeer.length > bounds.perPeer / 2;
    const dueMs = isMany ? bounds.halfOpenMsWhenMany : bounds.halfOpenMs;
    for (const connection of ofPeer)
      if (isHalfOpen(connection, known) && connection.sentMs >= dueMs) ended.add(connection);
  }
  const order = orderOfEnding(byPeer, known);
  const endBeyond = (held: readonly Connection[], most: number) => {
    const left = held.filter((connection) => !ended.has(connection));
    if (left.length <= most) return;
    const candidates = left.filter((connection) => !known.isInUse(connection)).sort(order);
    for (const connection of candidates.slice(0, left.length - Math.ceil(most * leftShare))) ended.add(connection);
  };
  for (const ofPeer of byPeer.values())
    if (ofPeer.length > bounds.perPeer && !known.isManyPeers(ofPeer[0]!)) endBeyond(ofPeer, bounds.perPeer);
  endBeyond(connections, bounds.total);
  return [...ended];
}

const leftShare = 7 / 8;

function orderOfEnding(byPeer: ReadonlyMap<number | bigint, readonly Connection[]>, known: KnownOfConnections) {
  const rank = (connection: Connection) => (isHalfOpen(connection, known) ? 0 : 1);
  /** A peer with twice as many connections goes first; between peers with similar numbers the connection decides. */
  const crowd = ({ peer }: Connection) => Math.floor(Math.log2(byPeer.get(peer)!.length));
  return (a: Connection, b: Connection) => rank(a) - rank(b) || crowd(b) - crowd(a) || waitOf(b) - waitOf(a);
  function waitOf(connection: Connection): number {
    return rank(connection) === 0 ? connection.sentMs : connection.quietMs;
  }
}
