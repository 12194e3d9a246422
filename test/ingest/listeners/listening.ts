import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultSettings } from "../../../src/config/settings.ts";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { ConnectionCounts } from "../../../src/ingest/listeners/connection-counts.ts";
import { type Listeners, openListeners } from "../../../src/ingest/listeners/open-listeners.ts";
import { openIntake, type ThreadedIntake } from "../../../src/ingest/thread/intake-client.ts";
import { createLog } from "../../../src/lib/log.ts";
import { until } from "../../support/patience.ts";
import { optionsFor, storedEvents } from "../take-in.ts";

export type ListenerPart = Partial<Parameters<typeof openListeners>[0]>;

/** The intake in its thread, and the ports before it. */
export class Listening {
  /** Whether the disk is full, as the listeners are told. */
  isDiskFull = false;

  private constructor(
    readonly intake: ThreadedIntake,
    private readonly folder: string,
  ) {}

  listeners!: Listeners;

  static async open(settings: ListenerPart): Promise<Listening> {
    const folder = mkdtempSync(join(tmpdir(), "vigie-listeners-"));
    const fail = (error: Error) => {
      throw error;
    };
    const listening = new Listening(await openIntake(optionsFor(folder, { dedupSeconds: 0 }), fail), folder);
    const all = { ...defaultSettings, senderTimezone: "UTC", ...settings };
    const isDiskFull = () => listening.isDiskFull;
    const parts = { isDiskFull, onFailed: fail, counts: new ConnectionCounts(), log: createLog("silent") };
    listening.listeners = await openListeners(all, listening.intake, parts);
    return listening;
  }

  get ports(): Record<string, number> {
    return this.listeners.ports;
  }

  /** All events, once there are so many. */
  async events(count: number): Promise<StoredEvent[]> {
    await until(async () => (await this.intake.status()).stored >= count, `${count} events are written`);
    // Questions see them when they are on disk, too.
    let events = await storedEvents(this.intake);
    while (events.length < count) events = await storedEvents(this.intake);
    return events;
  }

  async messages(count: number): Promise<string[]> {
    return (await this.events(count)).map(({ message }) => message).sort();
  }

  /** What the ledger says of a protocol, summed over its senders. */
  async counts(protocol: string): Promise<{ received: number; stored: number; loss: Record<string, number> }> {
    const sum = { received: 0, stored: 0, loss: {} as Record<string, number> };
    for (const origin of (await this.intake.status()).origins.filter((one) => one.protocol === protocol)) {
      sum.received += origin.received;
      sum.stored += origin.stored;
      for (const [cause, count] of Object.entries(origin.loss)) sum.loss[cause] = (sum.loss[cause] ?? 0) + count;
    }
    return sum;
  }

  async close(): Promise<void> {
    await this.listeners.close();
    await this.intake.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A connection from this machine; what comes back is collected. */
export class Peer {
  received = Buffer.alloc(0);
  isClosed = false;
  #unsent: Uint8Array[] = [];
  #isEnding = false;

  private constructor() {}

  private socket!: Bun.Socket<undefined>;

  static async connect(port: number, tls?: Bun.TLSOptions, hostname = "127.0.0.1"): Promise<Peer> {
    const peer = new Peer();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    peer.socket = await Bun.connect({
      hostname,
      port,
      ...(tls && { tls }),
      socket: {
        open: () => (tls ? undefined : resolve()),
        handshake: (_socket, success, error) => (success ? resolve() : reject(error)),
        data: (_socket, bytes) => {
          peer.received = Buffer.concat([peer.received, bytes]);
        },
        drain: () => peer.#push(),
        close: () => {
          peer.isClosed = true;
          reject(new Error("The connection was closed."));
        },
        error: (_socket, error) => reject(error),
      },
    });
    await promise;
    return peer;
  }

  /** Everything is handed to the system, as fast as it takes it. */
  send(bytes: Uint8Array | string): void {
    this.#unsent.push(Buffer.from(bytes));
    if (this.#unsent.length === 1) this.#push();
  }

  /** After what was sent. */
  end(): void {
    this.#isEnding = true;
    if (this.#unsent.length === 0) this.socket.end();
  }

  /** As when the machine is gone. */
  break(): void {
    this.socket.terminate();
  }

  /** What comes stays with the system until `goOnReading`. */
  stopReading(): void {
    this.socket.pause();
  }

  goOnReading(): void {
    this.socket.resume();
  }

  get hasUnsent(): boolean {
    return this.#unsent.length > 0;
  }

  get unsentBytes(): number {
    return this.#unsent.reduce((sum, { length }) => sum + length, 0);
  }

  #push(): void {
    for (let bytes = this.#unsent[0]; bytes !== undefined; bytes = this.#unsent[0]) {
      const written = Math.max(this.socket.write(bytes), 0);
      if (written < bytes.length) {
        this.#unsent[0] = bytes.subarray(written);
        return;
      }
      this.#unsent.shift();
    }
    if (this.#isEnding) this.socket.end();
  }
}

/** Sends all of it over one connection, in these parts, and closes it. */
export async function sendStream(port: number, ...parts: (string | Uint8Array)[]): Promise<void> {
  const peer = await Peer.connect(port);
  for (const part of parts) {
    peer.send(part);
    // So that it is a part of its own for the other side, too, as far as a sender can bring that about.
    await new Promise((resolve) => setImmediate(resolve));
  }
  peer.end();
}

export async function sendDatagrams(
  port: number,
  datagrams: readonly (string | Uint8Array)[],
  address = "127.0.0.1",
): Promise<void> {
  const socket = await Bun.udpSocket({ hostname: address.includes(":") ? "::1" : "127.0.0.1" });
  for (const datagram of datagrams) while (!socket.send(datagram, port, address)) await Bun.sleep(1);
  socket.close();
}
