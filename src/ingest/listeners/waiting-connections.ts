import { connectionWaitMs, waitingConnectionsMax } from "./limits.ts";

export interface WaitingOptions<Socket> {
  /** Why it is still refused; undefined when there is a place for it. */
  refusalOf(address: string): string | undefined;
  admit(socket: Socket, address: string): void;
  refuse(socket: Socket, address: string, reason: string): void;
}

interface Waiting {
  address: string;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Connections beyond a bound, unread, that wait a moment for a place. A sender with a connection for each message opens
 * hundreds while the thread is busy; nearly all earlier ones have sent everything, and leave once they are read.
 * Closing the new ones at once would lose data already on its way.
 */
export class WaitingConnections<Socket extends { pause(): unknown; resume(): unknown }> {
  /** The one that waits longest first. */
  readonly #waiting = new Map<Socket, Waiting>();
  readonly #options: WaitingOptions<Socket>;
  #looksAgain = false;

  constructor(options: WaitingOptions<Socket>) {
    this.#options = options;
  }

  /** Refuses it at once when too many wait already. */
  add(socket: Socket, address: string, reason: string): void {
    if (this.#waiting.size >= waitingConnectionsMax) {
      this.#options.refuse(socket, address, reason);
      return;
    }
    socket.pause();
    const timer = setTimeout(() => this.#settle(socket), connectionWaitMs);
    timer.unref();
    this.#waiting.set(socket, { address, timer });
  }

  /** It closed, whether it waits or not. */
  forget(socket: Socket): void {
    clearTimeout(this.#waiting.get(socket)?.timer);
    this.#waiting.delete(socket);
  }

  /** A connection left: called once for all that leave in this turn. */
  lookAgain(): void {
    if (this.#looksAgain || this.#waiting.size === 0) return;
    this.#looksAgain = true;
    setImmediate(() => {
      this.#looksAgain = false;
      for (const [socket, { address }] of [...this.#waiting])
        if (this.#options.refusalOf(address) === undefined) this.#settle(socket);
    });
  }

  /** Admits or refuses all at once. */
  close(): void {
    for (const socket of [...this.#waiting.keys()]) this.#settle(socket);
  }

  /** Admits it when there is a place by now, else refuses it. */
  #settle(socket: Socket): void {
    const { address } = this.#waiting.get(socket)!;
    const reason = this.#options.refusalOf(address);
    this.forget(socket);
    if (reason !== undefined) this.#options.refuse(socket, address, reason);
    else {
      this.#options.admit(socket, address);
      socket.resume();
    }
  }
}
