import { AppError } from "../lib/errors.ts";

/** A WebSocket as its handler sees it. */
export interface Socket {
  /** -1: accepted, but the client does not read fast enough; wait for `drain`. */
  send(text: string): number;
  close(code: number, reason: string): void;
  /** Without a close frame, for a client that reads nothing. */
  terminate(): void;
}

/** Callbacks of one WebSocket. They may not throw: nothing would catch it. */
export interface SocketHandler {
  open(socket: Socket): void;
  message(message: string | Uint8Array): void;
  /** The client has read. */
  drain(): void;
  close(): void;
}

/** The part of Bun's server that turns requests into WebSockets. */
export interface SocketServer {
  upgrade(request: Request, options: { headers: Headers; data: unknown }): boolean;
  /** Seconds of silence after which the connection of the request ends; 0: never. */
  timeout?(request: Request, seconds: number): void;
}

/**
 * Makes a WebSocket of the request; the answer is for the log only, as the server sends its own. Throws
 * `upgrade_required` when the request is no handshake. The data takes the shape that Elysia's `websocket` calls.
 */
export function upgradeToSocket(
  request: Request,
  server: SocketServer | null,
  headers: Headers,
  handler: SocketHandler,
): Response {
  const data = {
    open: (socket: Socket) => handler.open(socket),
    message: (_: Socket, message: string | Uint8Array) => handler.message(message),
    drain: () => handler.drain(),
    close: () => handler.close(),
  };
  const isDone = request.method === "GET" && server?.upgrade(request, { headers, data });
  if (isDone) return new Response(null, { status: 101 });
  throw new AppError("upgrade_required", "Expected the handshake of a WebSocket.", {
    headers: { Upgrade: "websocket", Connection: "Upgrade" },
  });
}
