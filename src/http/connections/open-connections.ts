import { lowestFreeDescriptor } from "../../runtime/descriptor-limit.ts";
import { type Libc, pointerTo } from "../../runtime/libc.ts";

/** An incoming connection as the system sees it. */
export interface Connection {
  descriptor: number;
  /** The peer's port. */
  port: number;
  /**
   * The same number for the same peer; for IPv6 for its whole network of 64 bits, in which one peer can have any
   * address.
   */
  peer: number | bigint;
  /** The rest of an IPv6 address. */
  host: bigint;
  /** Nothing was ever answered on it. */
  isUnanswered: boolean;
  /** Unread bytes have come on one that is unanswered. */
  hasUnread: boolean;
  /** Time since we last sent something; without any answer since it was opened. */
  sentMs: number;
  /** Time since something was last sent in either direction. */
  quietMs: number;
}

/**
 * The connections to one port of ours, read from the system: the server does not show connections without a request.
 */
export interface OpenConnections {
  /** The lowest free descriptor, at most the number in use; -1: none is free. */
  lowestFree(): number;
  list(): Connection[];
  /** Length of the server's backlog. */
  setBacklog(most: number): void;
  /** The address as text, to compare it with listed ones. */
  addressOf(connection: Connection): string;
  /**
   * Ends the connection; the server notices and gives its descriptor back. Only right after `list`, in the same turn:
   * the main thread alone closes connections, so within it a number means the same connection.
   */
  end(connection: Connection): void;
}

/** `localPort`: where the server listens. Main thread. */
export function readOpenConnections(libc: Libc, localPort: number): OpenConnections {
  const address = new DataView(new ArrayBuffer(addressBytes));
  const info = new DataView(new ArrayBuffer(infoBytes));
  const length = new Uint32Array(new ArrayBuffer(4));
  const addressAt = pointerTo(address.buffer);
  const infoAt = pointerTo(info.buffer);
  const lengthAt = pointerTo(length.buffer);
  /** Descriptors are given from the lowest up, so none in use is far beyond. */
  let highest = 0;

  function read(descriptor: number): Connection | undefined {
    length[0] = addressBytes;
    if (libc.getpeername(descriptor, addressAt, lengthAt) !== 0) return undefined;
    const port = address.getUint16(2);
    const peer = readPeer(address);
    if (peer === undefined) return undefined;
    const host = typeof peer === "bigint" ? address.getBigUint64(16) : 0n;
    length[0] = addressBytes;
    if (libc.getsockname(descriptor, addressAt, lengthAt) !== 0 || address.getUint16(2) !== localPort) return undefined;
    length[0] = infoBytes;
    if (libc.getsockopt(descriptor, tcp, tcpInfo, infoAt, lengthAt) !== 0 || length[0]! < infoBytesMin)
      return undefined;
    const sentMs = info.getUint32(lastSentAt, true);
    const quietMs = Math.min(sentMs, info.getUint32(lastReceivedAt, true));
    const isUnanswered = info.getBigUint64(ackedAt, true) === 0n;
    const hasUnread = isUnanswered && libc.ioctl(descriptor, bytesToRead, lengthAt) === 0 && length[0]! > 0;
    return { descriptor, port, peer, host, isUnanswered, hasUnread, sentMs, quietMs };
  }

  function isListening(descriptor: number): boolean {
    length[0] = infoBytes;
    if (libc.getsockopt(descriptor, socketLevel, acceptsConnections, infoAt, lengthAt) !== 0) return false;
    if (info.getUint32(0, true) === 0) return false;
    length[0] = addressBytes;
    return libc.getsockname(descriptor, addressAt, lengthAt) === 0 && address.getUint16(2) === localPort;
  }

  const lowestFree = () => lowestFreeDescriptor(libc);
  return {
    lowestFree,
    list() {
      const connections: Connection[] = [];
      highest = Math.max(highest, lowestFree());
      let last = highest;
      for (let descriptor = 3; descriptor <= last + holeMax; descriptor++) {
        const connection = read(descriptor);
        if (connection === undefined) continue;
        connections.push(connection);
        last = Math.max(last, descriptor);
      }
      highest = last;
      return connections;
    },
    setBacklog(most) {
      const end = lowestFree();
      for (let descriptor = 3; descriptor < end; descriptor++)
        if (isListening(descriptor)) libc.listen(descriptor, most);
    },
    addressOf: ({ peer, host }) => (typeof peer === "number" ? textOfIpv4(peer) : textOfIpv6(peer, host)),
    end({ descriptor }) {
      libc.shutdown(descriptor, bothDirections);
    },
  };
}

/** Undefined: no internet address. */
function readPeer(address: DataView): number | bigint | undefined {
  const family = address.getUint16(0, true);
  if (family === ipv4) return address.getUint32(4);
  if (family !== ipv6) return undefined;
  const network = address.getBigUint64(8);
  const isMapped = network === 0n && address.getUint32(16) === 0xffff;
  return isMapped ? address.getUint32(20) : network;
}

function textOfIpv4(peer: number): string {
  return [peer >>> 24, (peer >>> 16) & 255, (peer >>> 8) & 255, peer & 255].join(".");
}

function textOfIpv6(network: bigint, host: bigint): string {
  const groups = [network, host].flatMap((half) => [48n, 32n, 16n, 0n].map((shift) => (half >> shift) & 0xffffn));
  return groups.map((group) => group.toString(16)).join(":");
}

const bothDirections = 2;
const ipv4 = 2;
const ipv6 = 10;
const socketLevel = 1;
/** SO_ACCEPTCONN */
const acceptsConnections = 30;
/** FIONREAD */
const bytesToRead = 0x541b;
const tcp = 6;
const tcpInfo = 11;
const addressBytes = 28;
/** Size of `struct tcp_info`, which only ever grows at its end. */
const infoBytes = 256;
const lastSentAt = 44;
const lastReceivedAt = 52;
/** Bytes that the peer has confirmed. */
const ackedAt = 120;
const infoBytesMin = ackedAt + 8;
/** The search ends after this many consecutive numbers without a connection. */
const holeMax = 1024;
