import { createServer, type Server, type Socket } from "node:net";
import { messageOf } from "../../lib/errors.ts";
import { plainAddress } from "../../lib/ip-address.ts";
import type { Logger } from "../../lib/log.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";
import type { ConnectionCounts } from "./connection-counts.ts";
import { ConnectionLog } from "./connection-log.ts";
import { firstMessageSeconds, keepAliveMs } from "./limits.ts";
import type { GrpcPort } from "./otlp-grpc.ts";

export interface GrpcConnectionOptions {
  host: string;
  port: number;
  /** Counts those of the other ports without HTTP, too. */
  counts: ConnectionCounts;
  log: Logger;
}

/**
 * Accepts connections for gRPC within the bounds of all ports, in total and by address: the gRPC library accepts every
 * caller. Main thread.
 */
export class GrpcConnections implements GrpcPort {
  readonly #options: GrpcConnectionOptions;
  readonly #server: Server;
  readonly #places = new Map<string, { hasSpoken: boolean }>();
  readonly #log: ConnectionLog;

  #onConnection: (socket: Socket) => void = () => undefined;

  constructor(options: GrpcConnectionOptions) {
    this.#options = options;
    this.#log = new ConnectionLog(options.log);
    const alive = { keepAlive: true, keepAliveInitialDelay: keepAliveMs, noDelay: true };
    this.#server = createServer(alive, (socket) => this.#enter(socket));
  }

  async listen(onConnection: (socket: Socket) => void): Promise<number> {
    this.#onConnection = onConnection;
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", (error) => {
        const message = `Cannot listen on ${host}:${port} for OpenTelemetry over gRPC: ${messageOf(error)}`;
        reject(new StartError(message, ExitCode.failed, { cause: error }));
      });
      this.#server.listen({ host, port, exclusive: true }, resolve);
    });
    const bound = this.#server.address();
    return typeof bound === "object" && bound !== null ? bound.port : port;
  }

  close(): void {
    this.#server.close();
  }

  noteCall(address: string, port: number): void {
    const place = this.#places.get(`${address} ${port}`);
    if (place !== undefined) place.hasSpoken = true;
  }

  #enter(socket: Socket): void {
    const { counts, log } = this.#options;
    const address = plainAddress(socket.remoteAddress ?? "");
    socket.on("error", (error) => log.debug({ address, err: error }, "connection failed"));
    const refusal = counts.refusalOf(address);
    if (refusal !== undefined) {
      this.#log.refused(address, refusal);
      socket.destroy();
      return;
    }
    const giveWay = () => {
      this.#log.closed(address, "no call came");
      socket.destroy();
    };
    const place = { address, hasSpoken: false, giveWay };
    const peer = `${address} ${socket.remotePort}`;
    const alarm = setTimeout(() => place.hasSpoken || giveWay(), firstMessageSeconds * 1000);
    alarm.unref();
    counts.add(place);
    this.#places.set(peer, place);
    socket.once("close", () => {
      clearTimeout(alarm);
      counts.remove(place);
      this.#places.delete(peer);
    });
    this.#onConnection(socket);
  }
}
