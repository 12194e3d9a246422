import type { Elysia } from "elysia";
import { websocket } from "elysia/ws";
import { messageOf } from "../lib/errors.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";
import { withAbsoluteUrl } from "./absolute-url.ts";
import { LoopTurns } from "./connections/loop-turns.ts";
import { socketIdleSeconds, socketMessageBytesMax } from "./limits.ts";

export interface Listener {
  port: number;
  /** Base URL for clients on this machine. */
  url: string;
  /** No new connections from now on; requests in progress get `graceMs`, then everything is cut. */
  close(graceMs: number): Promise<void>;
}

/** Bun's own server around the application, as Elysia's `listen` makes it, with limits set by us. */
export function listen(app: Elysia, host: string, port: number): Listener {
  app.compile();
  const server = start(app, host, port);
  app.server = server as typeof app.server;
  return {
    port: server.port ?? port,
    url: `http://${urlHost(host)}:${server.port ?? port}`,
    async close(graceMs) {
      void server.stop(false);
      const deadline = performance.now() + graceMs;
      while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(pollMs);
      await server.stop(true);
    },
  };
}

const pollMs = 5;

/** The largest body that is read at all; each route has its own lower bound and names it in its error. */
const requestBodyBytesMax = 1024 * 1024 * 1024;

/** An answer may be silent for 30 s while it waits for an export; a client that sends nothing for longer is gone. */
const idleTimeoutSeconds = 60;

function start(app: Elysia, host: string, port: number) {
  // Each has its own, so that neither waits for all that came of the other.
  const [requestTurns, messageTurns] = [new LoopTurns(), new LoopTurns()];
  const sockets = websocket as Bun.WebSocketHandler<unknown>;
  try {
    return Bun.serve({
      hostname: host,
      port,
      // Two services on one port would share its requests by chance.
      reusePort: false,
      // Otherwise a failure is answered with a page that shows source lines.
      development: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: requestBodyBytesMax,
      websocket: {
        ...sockets,
        message: (socket, message) => messageTurns.take(() => sockets.message!(socket, message)),
        maxPayloadLength: socketMessageBytesMax,
        idleTimeout: socketIdleSeconds,
        sendPings: true,
      },
      fetch: (request, self) => requestTurns.take(() => app.handle(withAbsoluteUrl(request, self))),
      error: () => Response.json({ error: "Internal server error." }, { status: 500 }),
    });
  } catch (error) {
    throw new StartError(`Cannot listen on ${host}:${port}: ${causeOf(error, host)}`, ExitCode.failed, {
      cause: error,
    });
  }
}

function causeOf(error: unknown, host: string): string {
  const code = (error as { code?: unknown }).code;
  // For a name that does not resolve Bun gives the code of another failure before it, often that the port is in use.
  if (code !== "EACCES" && !hasAddress(host)) return "this machine has no such address.";
  if (code === "EADDRINUSE") return "the port is in use by another process.";
  if (code === "EACCES") return "this user may not open that port.";
  return messageOf(error);
}

function hasAddress(host: string): boolean {
  try {
    Bun.listen({ hostname: host, port: 0, socket: { data: () => undefined } }).stop(true);
    return true;
  } catch {
    return false;
  }
}

/** A wildcard is no address to connect to. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "*") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
