import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { patienceMs, until } from "../support/patience.ts";
import { createToken, logIn, startServiceProcess } from "../support/service/service-process.ts";

const strangers = 1_500;
const bound = 300;

// Elsewhere the system does not tell of connections.
test.skipIf(process.platform !== "linux")(
  "when a stranger opens far more connections than may be and asks nothing, then shippers and users are served on",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "vigie-half-open-"));
    const service = await startServiceProcess(folder, { VIGIE_CONNECTIONS: String(bound) });
    const sockets: Socket[] = [];
    try {
      const cookie = await logIn(service.url);
      const [shipper, user] = [
        await createToken(service.url, cookie, "INGEST"),
        await createToken(service.url, cookie, "USER"),
      ];
      const { port } = new URL(service.url);
      let closed = 0;
      let isFlooding = true;
      let stored = 0;
      const work = (async () => {
        while (isFlooding) {
          expect(await sendEvents(service.url, shipper, `event ${stored}`)).toBe(200);
          stored++;
          expect((await readSystem(service.url, user)).connections.most).toBe(bound);
        }
      })();
      for (let i = 0; i < strangers; i++) {
        const socket = connect(Number(port), "127.0.0.1");
        sockets.push(socket);
        socket.on("connect", () => socket.write("POST /incoming HTTP/1.1\r\nHost: a\r\nX-Never-Ending: "));
        socket.on("error", () => undefined);
        socket.on("close", () => closed++);
        if (i % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await until(() => closed >= strangers - bound && stored > 20, "those beyond the bound were ended");
      isFlooding = false;
      await work;
      const { connections, stored: inAll } = await readSystem(service.url, user);
      expect(connections.open).toBeLessThanOrEqual(bound);
      expect(connections.ended.half_open).toBeGreaterThan(0);
      expect(connections.ended.idle).toBe(0);
      expect(inAll).toBe(stored);
      expect(await service.end("SIGTERM")).toBe(0);
    } finally {
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  patienceMs,
);

async function sendEvents(url: string, token: string, message: string): Promise<number> {
  const body = JSON.stringify({ message });
  const answer = await fetch(`${url}/incoming`, { method: "POST", headers: { Authorization: `token ${token}` }, body });
  await answer.text();
  return answer.status;
}

interface SystemAnswer {
  stored: number;
  connections: { open: number; most: number; ended: { half_open: number; idle: number } };
}

async function readSystem(url: string, token: string): Promise<SystemAnswer> {
  const answer = await fetch(`${url}/api/system`, { headers: { Authorization: `token ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as SystemAnswer;
}
