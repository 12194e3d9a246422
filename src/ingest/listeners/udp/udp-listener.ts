import { Worker } from "node:worker_threads";
import { messageOf } from "../../../lib/errors.ts";
import { workerEntry } from "../../../runtime/worker-entry.ts";
import { udpCountMs, udpStopMs } from "../limits.ts";
import { listenError } from "../listen-error.ts";
import { readKernelDrops } from "./kernel-drops.ts";
import { openPushedUdp } from "./pushed-udp.ts";
import type { SenderRights, UdpReport, UdpSocketOrder, UdpThreadData } from "./udp-messages.ts";
import type { UdpReader } from "./udp-reader.ts";

/** The handling of one socket's datagrams. */
export interface UdpTarget {
  /** Resolves when the events are on disk, or will never be; until then the bytes stay as they are. */
  deliver(body: { bytes: Uint8Array; sources: readonly string[] }): Promise<unknown>;
  onRejected(address: string, count: number, cause: "rejected" | "over_quota"): void;
  /** Datagrams the system dropped for lack of space. */
  onDropped(count: number): void;
}

export interface UdpListener {
  /** In the order of the sockets asked for. */
  ports: number[];
  /** Takes arrived datagrams and resolves when they are stored. */
  close(): Promise<void>;
}

/**
 * Opens sockets for datagrams, all read by one thread (`udp-thread.ts`), or by this one where no system call reads
 * many. `onFailed`: the thread ended unexpectedly. Throws StartError. Main thread.
 */
export async function openUdp(
  orders: readonly (UdpSocketOrder & UdpTarget)[],
  rights: SenderRights,
  onFailed: (error: Error) => void,
  isThreaded = process.platform === "linux",
): Promise<UdpListener> {
  const sockets = orders.map(({ kind, address, port }) => ({ kind, address, port }));
  const reader = isThreaded ? await startThread(sockets, rights) : await openPushedUdp(sockets, rights);
  return new Datagrams(orders, reader, onFailed);
}

class Datagrams implements UdpListener {
  readonly ports: number[];
  readonly #targets: readonly UdpTarget[];
  readonly #reader: UdpReader;
  readonly #states: Int32Array[];
  readonly #onTheirWay = new Set<Promise<unknown>>();
  readonly #dropped: number[];
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(targets: readonly UdpTarget[], reader: UdpReader, onFailed: (error: Error) => void) {
    this.ports = reader.ports;
    this.#targets = targets;
    this.#reader = reader;
    this.#states = reader.memory.map(({ states }) => new Int32Array(states));
    this.#dropped = targets.map(() => 0);
    reader.onReport((report) => this.#hear(report));
    reader.onFailed(onFailed);
    this.#timer = setInterval(() => this.#countDrops(), udpCountMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // Afterwards the sockets are gone, and with them the system's counts.
    this.#countDrops();
    await Promise.race([this.#reader.stop(), Bun.sleep(udpStopMs)]);
    while (this.#onTheirWay.size > 0) await Promise.all(this.#onTheirWay);
    await this.#reader.terminate();
  }

  #hear(report: UdpReport): void {
    if (report.kind === "rejected" || report.kind === "over_quota")
      this.#targets[report.socket]!.onRejected(report.address, report.count, report.kind);
    if (report.kind === "dropped") this.#targets[report.socket]!.onDropped(report.count);
    if (report.kind === "delivery") this.#take(report);
  }

  #take({ socket, place, sizeBytes, sources }: Extract<UdpReport, { kind: "delivery" }>): void {
    const bytes = new Uint8Array(this.#reader.memory[socket]!.places[place]!, 0, sizeBytes);
    const taken = this.#targets[socket]!.deliver({ bytes, sources }).finally(() => {
      Atomics.store(this.#states[socket]!, place, 0);
      this.#onTheirWay.delete(taken);
    });
    this.#onTheirWay.add(taken);
  }

  /** The system counts what it dropped since the socket was opened. */
  #countDrops(): void {
    for (const [index, port] of this.ports.entries()) {
      const dropped = readKernelDrops(port) ?? 0;
      if (dropped > this.#dropped[index]!) this.#targets[index]!.onDropped(dropped - this.#dropped[index]!);
      this.#dropped[index] = Math.max(dropped, this.#dropped[index]!);
    }
  }
}

async function startThread(sockets: UdpSocketOrder[], rights: SenderRights): Promise<UdpReader> {
  const worker = new Worker(workerEntry("udp"), { workerData: { sockets, rights } satisfies UdpThreadData });
  const ended = Promise.withResolvers<Error>();
  worker.on("error", (error: Error) => ended.resolve(error));
  worker.on("exit", (code) => ended.resolve(new Error(`The thread that reads datagrams ended with code ${code}.`)));
  const stopped = Promise.withResolvers<void>();
  let isStopping = false;
  let listener: ((report: UdpReport) => void) | undefined;
  const first = await new Promise<UdpReport>((resolve, reject) => {
    worker.on("message", (report: UdpReport) => {
      resolve(report);
      if (report.kind === "stopped") stopped.resolve();
      else listener?.(report);
    });
    void ended.promise.then(reject);
  });
  if (first.kind === "failed") {
    const { address, port } = sockets[first.socket]!;
    throw listenError(Object.assign(new Error(first.message), { code: first.code }), address, port, "UDP");
  }
  if (first.kind !== "open") throw new Error(`The thread that reads datagrams began with "${first.kind}".`);
  return {
    ports: first.ports,
    memory: first.memory,
    onReport: (heard) => {
      listener = heard;
    },
    onFailed: (heard) =>
      void ended.promise.then((error) => {
        if (!isStopping)
          heard(new Error(`The thread that reads datagrams failed: ${messageOf(error)}`, { cause: error }));
      }),
    stop: () => {
      isStopping = true;
      worker.postMessage("stop");
      return Promise.race([stopped.promise, ended.promise.then(() => undefined)]);
    },
    terminate: () => worker.terminate(),
  };
}
