import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLiveClient } from "../support/live/live-client.ts";
import { patienceMs } from "../support/patience.ts";
import { logIn, startServiceProcess } from "../support/service/service-process.ts";

test(
  "when the process gets SIGTERM while clients watch, then they are told and it ends with 0, and so within its own limit",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
    try {
      const service = await startServiceProcess(folder);
      const session = await logIn(service.url);
      const body = JSON.stringify({ type: "Search", params: {} });
      const made = await fetch(`${service.url}/api/query`, { method: "POST", headers: session, body });
      const { qid } = (await made.json()) as { qid: string };
      const clients = [];
      for (let i = 0; i < 5; i++) clients.push(await openLiveClient(service.url, session));
      for (const client of clients) await client.subscribe("query", qid);
      expect(await service.end("SIGTERM")).toBe(0);
      for (const client of clients) expect((await client.closed).code).toBe(1001);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  patienceMs,
);
