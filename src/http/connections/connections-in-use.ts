import type { SocketHandler } from "../socket.ts";

/**
 * From which ports requests came that are being answered, and WebSockets. By the port alone, since that costs a request
 * nothing: another peer that has the same port by chance is taken to be in use, too. Main thread.
 */
export class ConnectionsInUse {
  readonly #byPort = new Uint32Array(65_536);

  /** To be followed by `end` for the same port, once. */
  begin(port: number): void {
    this.#byPort[port]!++;
  }

  end(port: number): void {
    this.#byPort[port]!--;
  }

  /** Begins, and returns what ends it; calling that again does nothing. */
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
