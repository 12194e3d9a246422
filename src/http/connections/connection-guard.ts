import { createAddressCheck } from "../../lib/ip-address.ts";
import type { Logger } from "../../lib/log.ts";
import { raiseDescriptorLimit } from "../../runtime/descriptor-limit.ts";
import { findLibc } from "../../runtime/libc.ts";
import { type ConnectionStatus, type ConnectionWatch, type WatchBounds, watchConnections } from "./connection-watch.ts";
import { ConnectionsInUse } from "./connections-in-use.ts";
import {
  backlogMax,
  halfOpenMs,
  halfOpenMsWhenMany,
  heldShare,
  reservedDescriptors,
  reservedPerThread,
  streamsMax,
  streamsShare,
} from "./limits.ts";
import { readOpenConnections } from "./open-connections.ts";

/** Bounds the connections to the port of the service. */
export interface ConnectionGuard {
  /** Gets notified of requests and WebSockets. */
  readonly inUse: ConnectionsInUse;
  /** Room for connections without HTTP in addition to those with it; undefined: unknown. */
  readonly streamsMax: number | undefined;
  /** The server listens on this port. */
  begin(port: number): void;
  /** Undefined where connections are not bounded. */
  status(): GuardStatus | undefined;
  close(): void;
}

export interface GuardStatus extends ConnectionStatus {
  bounds: WatchBounds & { streams: number };
  /** Files and connections that the process may have open. */
  descriptorLimit: number;
}

export interface GuardOptions {
  connections: number;
  connectionsPerAddress: number;
  /** Addresses or networks that serve many clients. */
  trustedProxies: readonly string[];
  queryThreads: number;
  /** Ports on which senders hold connections without HTTP; undefined: not open. */
  syslogTcp?: number | undefined;
  syslogTls?: number | undefined;
  gelfTcp?: number | undefined;
  forward?: number | undefined;
  otlpGrpc?: number | undefined;
  log: Logger;
}

export function createConnectionGuard(options: GuardOptions): ConnectionGuard {
  const inUse = new ConnectionsInUse();
  const libc = findLibc();
  const descriptorLimit = raiseDescriptorLimit(libc);
  if (libc === undefined || descriptorLimit === undefined) {
    options.log.warn("connections are not bounded: this system does not tell of them");
    return { inUse, streamsMax: undefined, begin: () => undefined, status: () => undefined, close: () => undefined };
  }
  const bounds = boundsWithin(descriptorLimit, options);
  const isProxy = createAddressCheck(options.trustedProxies);
  let watch: ConnectionWatch | undefined;
  return {
    inUse,
    streamsMax: bounds.streams,
    begin(port) {
      const open = readOpenConnections(libc, port);
      if (bounds.backlog < backlogMax) open.setBacklog(bounds.backlog);
      const known = {
        isInUse: (connection: { port: number }) => inUse.has(connection.port),
        isManyPeers: (connection: Parameters<typeof open.addressOf>[0]) => isProxy(open.addressOf(connection)),
      };
      watch = watchConnections(open, bounds, known, options.log);
    },
    status: () => watch && { ...watch.status(), bounds, descriptorLimit },
    close: () => watch?.close(),
  };
}

/**
 * The requested bounds, reduced to leave descriptors for files. The server accepts its whole backlog at once and
 * without notice, so descriptors for it are reserved too; if few are left, the backlog is shorter. If ports for streams
 * are open, a part is theirs.
 */
export function boundsWithin(
  descriptorLimit: number,
  {
    connections,
    connectionsPerAddress,
    queryThreads,
    syslogTcp,
    syslogTls,
    gelfTcp,
    forward,
    otlpGrpc,
  }: Omit<GuardOptions, "log" | "trustedProxies">,
): WatchBounds & { backlog: number; streams: number } {
  const reserve = Math.min(reservedDescriptors + queryThreads * reservedPerThread, descriptorLimit / 2);
  const room = Math.floor(descriptorLimit - reserve);
  const hasStreams = [syslogTcp, syslogTls, gelfTcp, forward, otlpGrpc].some((port) => port !== undefined);
  const streams = hasStreams ? Math.max(1, Math.min(streamsMax, Math.floor(room * streamsShare))) : 0;
  const total = Math.max(1, Math.min(connections, Math.floor((room - streams) * heldShare)));
  const backlog = Math.max(1, Math.min(backlogMax, Math.floor((room - streams - total) / 4)));
  return {
    total,
    perPeer: Math.min(connectionsPerAddress, total),
    halfOpenMs,
    halfOpenMsWhenMany,
    // Others come while the waiting ones are accepted.
    descriptors: room - 2 * backlog,
    descriptorsShort: Math.floor(descriptorLimit - reserve / 2),
    backlog,
    streams,
  };
}
