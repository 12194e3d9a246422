import type { UdpMemory, UdpReport } from "./udp-messages.ts";

/** A reader of datagrams: a thread, or Bun in this one. */
export interface UdpReader {
  ports: number[];
  memory: UdpMemory[];
  onReport(listener: (report: UdpReport) => void): void;
  /** Called at its end, unless that was requested. */
  onFailed(listener: (error: Error) => void): void;
  /** Resolves when everything that had arrived is reported. */
  stop(): Promise<void>;
  /** For a reader that does not end by itself. */
  terminate(): Promise<unknown>;
}
