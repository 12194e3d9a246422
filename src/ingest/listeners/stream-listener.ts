import type { Socket, TCPSocketListener } from "bun";
import { plainAddress } from "../../lib/ip-address.ts";
import type { Logger } from "../../lib/log.ts";
import { RateBuckets } from "../quota/rate-buckets.ts";
import { Connection, type RejectionCause } from "./connection.ts";
import type { ConnectionCounts } from "./connection-counts.ts";
import { ConnectionLog } from "./connection-log.ts";
import type { Conversation } from "./conversation.ts";
import { DeliveryOutbox, type FramedDelivery } from "./delivery-outbox.ts";
import { farewellMs, firstMessageSeconds, keepAliveMs, unsentRepliesMax } from "./limits.ts";
import { listenError } from "./listen-error.ts";
import type { UnfinishedBytes } from "./unfinished.ts";
import { WaitingConnections } from "./waiting-connections.ts";

/** A port that receives messages over connections. */
export interface StreamListenerOptions {
  host: string;
  port: number;
  tls?: StreamTls;
  /** Bytes of one message; see `ConnectionOptions`. */
  messageBytesMax: number;
  isWholeOrNothing: boolean;
  converse(): Conversation;
  /** Whether a peer may send. */
  mayCome(address: string): boolean;
  deliver(body: FramedDelivery): Promise<boolean>;
  /** A message of this peer cannot be stored. */
  onRejected(address: string, cause: RejectionCause, bytes: number): void;
  /** Messages that an address may send a second; 0: unlimited. */
  eventsPerSecond: number;
  counts: ConnectionCounts;
  unfinished: UnfinishedBytes;
  log: Logger;
}

/** PEM texts. With `ca`, peers must show a certificate that it signed. */
export interface StreamTls {
  cert: string;
  key: string;
  ca?: string;
}

export interface StreamListener {
  port: number;
  /** Refuses new connections, takes messages in flight on the open ones and resolves when they are stored. */
  close(): Promise<void>;
}

/** Throws StartError. Main thread. */
export function listenForStreams(options: StreamListenerOptions): StreamListener {
  return new TcpListener(options);
}

/** Why a connection is not read: its messages find no room, it is beyond its rate, or it does not read its replies. */
type Pause = "room" | "rate" | "replies";

/** One connection with its socket. */
class Place {
  connection: Connection | undefined;
  /** Its messages that counted for its rate. */
  counted = 0;
  /** Replies of this turn of the event loop, or which the socket did not take. */
  readonly #unsent: Uint8Array[] = [];
  #unsentBytes = 0;
  #waitsForDrain = false;
  readonly #pauses = new Set<Pause>();

  constructor(
    readonly socket: Socket<Place | undefined>,
    readonly address: string,
    readonly log: ConnectionLog,
  ) {}

  get hasSpoken(): boolean {
    return this.connection?.hasSpoken ?? false;
  }

  giveWay(): void {
    this.close("it sent nothing, and others wait");
  }

  close(reason: string): void {
    this.log.closed(this.address, reason);
    this.#sendAll();
    this.socket.end();
  }

  pause(why: Pause): void {
    if (this.#pauses.size === 0) this.socket.pause();
    this.#pauses.add(why);
  }

  resume(why: Pause): void {
    if (this.#pauses.delete(why) && this.#pauses.size === 0) this.socket.resume();
  }

  /** Those of one turn go out together. A peer that does not read them is not read. */
  send(bytes: Uint8Array): void {
    if (this.#unsent.length === 0) queueMicrotask(() => this.#sendAll());
    this.#unsent.push(bytes);
    this.#unsentBytes += bytes.length;
    if (this.#waitsForDrain && this.#unsentBytes > unsentRepliesMax) this.pause("replies");
  }

  /** The socket accepts data again. */
  sendMore(): void {
    this.#waitsForDrain = false;
    this.#sendAll();
  }

  #sendAll(): void {
    if (this.#waitsForDrain || this.#unsentBytes === 0) return;
    const bytes = Buffer.concat(this.#unsent.splice(0));
    const sent = this.socket.write(bytes);
    // A closed one takes nothing any more.
    const rest = sent < 0 ? nothing : bytes.subarray(sent);
    this.#unsentBytes = rest.length;
    if (rest.length === 0) {
      this.resume("replies");
      return;
    }
    this.#unsent.push(rest);
    this.#waitsForDrain = true;
    if (rest.length > unsentRepliesMax) this.pause("replies");
  }
}

class TcpListener implements StreamListener {
  readonly #rates = new RateBuckets();
  readonly #log: ConnectionLog;
  readonly #options: StreamListenerOptions;
  readonly #listener: TCPSocketListener<Place | undefined>;
  readonly #outbox: DeliveryOutbox;
  readonly #places = new Set<Place>();
  readonly #waiting: WaitingConnections<Socket<Place | undefined>>;
  readonly #forgetPlaces: () => void;
  /** Connections that wait for room, including those whose socket is gone. */
  readonly #stalled = new Set<Connection>();

  constructor(options: StreamListenerOptions) {
    this.#options = options;
    this.#log = new ConnectionLog(options.log);
    this.#outbox = new DeliveryOutbox(options.deliver, () => this.#goOn());
    this.#waiting = new WaitingConnections({
      refusalOf: (address) => options.counts.refusalOf(address),
      admit: (socket, address) => this.#admit(socket, address),
      refuse: (socket, address, reason) => this.#refuse(socket, address, reason),
    });
    this.#forgetPlaces = options.counts.onLeft(() => this.#waiting.lookAgain());
    this.#listener = this.#listen();
  }

  get port(): number {
    return this.#listener.port;
  }

  async close(): Promise<void> {
    this.#listener.stop(false);
    this.#forgetPlaces();
    this.#waiting.close();
    // A peer that is told we are closing finishes sending and ends the connection.
    for (const { socket } of this.#places) socket.shutdown();
    const deadline = performance.now() + farewellMs;
    while (this.#places.size > 0 && performance.now() < deadline) await Bun.sleep(pollMs);
    for (const place of [...this.#places]) this.#leave(place);
    while (this.#stalled.size > 0) {
      await this.#outbox.flush();
      this.#goOn();
    }
    await this.#outbox.flush();
    this.#listener.stop(true);
  }

  #listen(): TCPSocketListener<Place | undefined> {
    const { host, port, tls } = this.#options;
    try {
      return Bun.listen<Place | undefined>({
        hostname: host,
        port,
        exclusive: true,
        ...(tls && { tls: { ...tls, requestCert: tls.ca !== undefined, rejectUnauthorized: tls.ca !== undefined } }),
        data: undefined,
        socket: {
          open: (socket) => this.#enter(socket),
          handshake: (socket, success, error) => this.#shakeHands(socket, success, error),
          data: (socket, bytes) => this.#receive(socket, bytes),
          drain: (socket) => socket.data?.sendMore(),
          timeout: (socket) => this.#tire(socket),
          close: (socket) => (socket.data ? this.#leave(socket.data) : this.#waiting.forget(socket)),
          error: (socket, error) =>
            this.#options.log.debug({ address: socket.remoteAddress, err: error }, "connection failed"),
        },
      });
    } catch (error) {
      throw listenError(error, host, port, "TCP");
    }
  }

  #enter(socket: Socket<Place | undefined>): void {
    const { mayCome, counts } = this.#options;
    const address = plainAddress(socket.remoteAddress);
    if (!mayCome(address)) {
      this.#refuse(socket, address, "machines of its network may not send");
      return;
    }
    const refusal = counts.refusalOf(address);
    if (refusal === undefined) this.#admit(socket, address);
    else this.#waiting.add(socket, address, refusal);
  }

  #refuse(socket: Socket<Place | undefined>, address: string, reason: string): void {
    this.#log.refused(address, reason);
    socket.end();
  }

  #admit(socket: Socket<Place | undefined>, address: string): void {
    const place = new Place(socket, address, this.#log);
    socket.data = place;
    this.#options.counts.add(place);
    this.#places.add(place);
    socket.setKeepAlive(true, keepAliveMs);
    socket.setNoDelay(true);
    socket.timeout(firstMessageSeconds);
    if (this.#options.tls === undefined) this.#converse(place);
  }

  #shakeHands(socket: Socket<Place | undefined>, success: boolean, error: Error | null): void {
    const place = socket.data;
    if (place === undefined) return;
    if (success) this.#converse(place);
    else place.close(`no encrypted connection: ${error?.message ?? "the peer's certificate was not accepted"}`);
  }

  #converse(place: Place): void {
    const { converse, messageBytesMax, isWholeOrNothing, unfinished, onRejected } = this.#options;
    const { address } = place;
    const conversation = converse();
    place.connection = new Connection({
      conversation,
      address,
      outbox: this.#outbox,
      unfinished,
      messageBytesMax,
      isWholeOrNothing,
      onRejected: (cause, bytes) => onRejected(address, cause, bytes),
      wire: {
        pause: () => place.pause("room"),
        resume: () => place.resume("room"),
        send: (bytes) => place.send(bytes),
        close: (reason) => place.close(reason),
      },
    });
    if (conversation.greeting !== undefined) place.send(conversation.greeting);
  }

  #receive(socket: Socket<Place | undefined>, bytes: Uint8Array): void {
    const place = socket.data;
    const connection = place?.connection;
    if (connection === undefined || place === undefined) return;
    connection.receive(bytes);
    this.#slow(place, connection, connection.taken - place.counted);
    place.counted = connection.taken;
    if (connection.isStalled) this.#stalled.add(connection);
    if (connection.hasSpoken) socket.timeout(0);
  }

  /** A sender beyond its rate is not read until it is back within it. */
  #slow(place: Place, connection: Connection, messages: number): void {
    const { eventsPerSecond } = this.#options;
    if (eventsPerSecond === 0) return;
    const nowMs = performance.now();
    this.#rates.spend(connection.address, eventsPerSecond, messages, nowMs);
    const waitMs = this.#rates.waitMs(connection.address, eventsPerSecond, nowMs);
    if (waitMs === 0) return;
    place.pause("rate");
    setTimeout(() => place.resume("rate"), waitMs).unref();
  }

  #tire(socket: Socket<Place | undefined>): void {
    if (socket.data !== undefined && !socket.data.hasSpoken) socket.data.close("it sent nothing");
  }

  #leave(place: Place): void {
    const { connection } = place;
    this.#options.counts.remove(place);
    if (!this.#places.delete(place) || connection === undefined) return;
    if (connection.end()) this.#stalled.delete(connection);
    else this.#stalled.add(connection);
  }

  /** There is room: connections that wait longest continue first. */
  #goOn(): void {
    for (const connection of [...this.#stalled]) {
      this.#stalled.delete(connection);
      connection.goOn();
      if (connection.isStalled) this.#stalled.add(connection);
    }
  }
}

const pollMs = 5;
const nothing = new Uint8Array(0);
