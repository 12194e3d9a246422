/** Data for the start of the thread that reads datagrams. */
export interface UdpThreadData {
  sockets: UdpSocketOrder[];
  rights: SenderRights;
}

/** Senders that are admitted, and their limit. */
export interface SenderRights {
  /** Addresses and networks that may send. */
  allowed: readonly string[];
  /** Limit for each address; 0: none. */
  eventsPerSecond: number;
}

export interface UdpSocketOrder {
  kind: UdpKind;
  /** An IP address. */
  address: string;
  port: number;
}

/** The content of a socket's datagrams: a line each, or a document in one or several of them. */
export type UdpKind = "syslog" | "gelf";

/** Thread → main thread. */
export type UdpReport =
  | { kind: "open"; ports: number[]; memory: UdpMemory[] }
  | { kind: "failed"; socket: number; code: string; message: string }
  /** A body stands in this place of the socket's memory; the place is free again when its state is 0. */
  | { kind: "delivery"; socket: number; place: number; sizeBytes: number; sources: string[] }
  /** Rejected datagrams, and those beyond a rate, since the last report, by origin. */
  | { kind: "rejected" | "over_quota"; socket: number; address: string; count: number }
  /** There was no place for them. */
  | { kind: "dropped"; socket: number; count: number }
  /** Everything that had arrived at the request to stop is in deliveries. */
  | { kind: "stopped" };

/** Memory of one socket, shared with the main thread. */
export interface UdpMemory {
  /** Source of new bodies. */
  places: SharedArrayBuffer[];
  /** Int32 of each place: 1 while its body is on its way. */
  states: SharedArrayBuffer;
}

/** Main thread → thread: stop. */
export type UdpOrder = "stop";
