// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of triggers
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { patienceMs, until } from "../support/patience.ts";
import { startServiceProcess, testPassword } from "../support/service/service-process.ts";
import { login, request } from "../support/service/start-service.ts";

test(
  "when the service is killed, stopped and sealed, then events keep what fired, and what is owed is sent by the next",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "vigie-triggers-"));
    let isUp = false;
    const { promise: delivered, resolve } = Promise.withResolvers<string>();
    const receiver = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (call) => {
        if (!isUp) return new Response("", { status: 503 });
        resolve(await call.text());
        return new Response("");
      },
    });
    const environment = { VIGIE_WEBHOOK_ALLOW: "127.0.0.1", VIGIE_MIN_FREE_MB: "0", VIGIE_SEAL_EVENTS: "20" };
    const start = async (more: Record<string, string> = {}) => {
      const service = await startServiceProcess(folder, { ...environment, ...more });
      const cookie = await login(service.url, "admin", testPassword);
      const made = await request(`${service.url}/api/authtokens`, "POST", { headers: { cookie }, body: {} });
      const token = made.body.secret_key;
      return {
        service,
        call: (method: string, path: string, body?: unknown) => request(service.url + path, method, { token, body }),
      };
    };
    try {
      const first = await start();
      const send_webhook = { url: `http://127.0.0.1:${receiver.port}/`, template: "owed by ${trigger_name}" };
      const trigger = { name: "kept", filter: [{ field: "host", value: "a" }], mark_actionable: true, send_webhook };
      await first.call("POST", "/api/triggers", trigger);
      const burst = { name: "burst", filter: [{ field: "host", value: "a" }], threshold: { count: 2, seconds: 60 } };
      await first.call("POST", "/api/triggers", burst);
      for (let i = 0; i < 3; i++)
        await first.call("POST", "/incoming", [
          { host: "a", message: "same" },
          { host: "b", message: `b ${i}` },
        ]);
      const owed = async () => (await first.call("GET", "/api/system")).body.triggers.owed;
      while ((await owed()) !== 1);
      const before = await first.call("GET", "/api/events/1/timestamps");
      const event = await first.call("GET", "/api/events/1?add_trigger_data=1");
      expect(event.body).toMatchObject({ counter: 3, status: 1, trigger_ids: [1, 2] });
      expect(before.body.timestamps.map(({ trigger_ids }: { trigger_ids: number[] }) => trigger_ids)).toEqual([
        [1],
        [1, 2],
        [1],
      ]);
      // Asked for, hits are on disk; else those of the last second go with the process.
      expect((await first.call("GET", "/api/triggers/1")).body.hits_count).toBe(3);
      await first.service.end("SIGKILL");

      const second = await start();
      expect((await second.call("GET", "/api/events/1/timestamps")).body).toEqual(before.body);
      expect((await second.call("GET", "/api/events/1?add_trigger_data=1")).body).toEqual(event.body);
      const more = Array.from({ length: 100 }, (_, i) => ({ host: i % 2 ? "a" : "b", message: `more ${i}` }));
      await second.call("POST", "/incoming", more);
      expect(await second.service.end("SIGTERM")).toBe(0);

      isUp = true;
      // A stop on a busy machine may leave some to be sealed by the next start.
      const third = await start({ VIGIE_SEAL_EVENTS: "1" });
      expect(await delivered).toBe("owed by kept");
      const unsealed = async () => (await third.call("GET", "/api/system")).body.storage.tail.events;
      await until(async () => (await unsealed()) === 0, "all is sealed");
      expect((await third.call("GET", "/api/events/1/timestamps")).body).toEqual(before.body);
      expect((await third.call("GET", "/api/events/1?add_trigger_data=1")).body).toEqual(event.body);
      expect((await third.call("GET", "/api/triggers/1")).body).toMatchObject({ hits_count: 53, is_active: true });
      await third.service.end("SIGTERM");
    } finally {
      await receiver.stop(true);
      rmSync(folder, { recursive: true, force: true });
    }
  },
  patienceMs,
);
