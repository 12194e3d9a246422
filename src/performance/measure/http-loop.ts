import type { Loop } from "./measure-capacity.ts";

/**
 * A sender and a receiver of bodies in one thread, over HTTP on this machine: measures the cost of both ends, and
 * nothing else.
 */
export function openHttpLoop(): Loop {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: async (request) => Response.json({ status: "ok", bytes: (await request.bytes()).length }),
  });
  return {
    async send(body) {
      const answer = await fetch(server.url, { method: "POST", body });
      const { bytes } = (await answer.json()) as { bytes: number };
      if (bytes !== body.length) throw new Error(`Expected ${body.length} bytes to come through, got ${bytes}.`);
    },
    close: () => void server.stop(true),
  };
}
