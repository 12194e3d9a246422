import type { SocketHandler } from "../socket.ts";

/**
 * Ports of clients whose requests are being answered, and of WebSockets. Identified by the port alone, which costs a
 * request nothing: another peer that has the same port by chance counts as in use, too. Main thread.
 */
export class ConnectionsInUse {
  readonly #byPort = new Uint32Array(65_536);

  /** Call `end` for the same port after it, once. */
  begin(port: number): void {
    this.#byPort[port]!++;
  }

  end(port: number): void {
    this.#byPort[port]!--;
  }

  /** Begins, and returns the function that ends it; calling that again does nothing. */
  hold(port: number): () => void {
    this.begin(port);
    let isHeld = true;
    return () => {
      if (isHeld) this.end(port);
      isHeld = false;
    };
  }

  /** The handler of a WebSocket, which is in use as long as it is open. */
  whileOpen(port: number, handler: SocketHandler): SocketHandler {
    return {
      open: (socket) => {
        this.begin(port);
        handler.open(socket);
      },
      message: (message) => handler.message(message),
      drain: () => handler.drain(),
      close: () => {
        this.end(port);
        handler.close();
      },
    };
  }

  has(port: number): boolean {
    return this.#byPort[port]! > 0;
  }
}
