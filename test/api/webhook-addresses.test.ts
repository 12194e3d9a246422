import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startService } from "../support/service/start-service.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "vigie-test-"));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const kinds = [
  {
    path: "/api/triggers",
    field: "send_webhook",
    body: { name: "hook", filter: [{ field: "host", value: "none" }] },
    label: { name: "renamed" },
  },
  {
    path: "/api/report-schedules",
    field: "webhook",
    body: { title: "hook", format: "json", cron: "0 3 * * *", query: { type: "SearchQuery", params: {} } },
    label: { title: "renamed" },
  },
];
const saved = "http://10.1.2.3/x";
const refused = ["http://127.1/", "http://[::1]:8080/", "http://[::ffff:10.1.2.3]/", "http://169.254.169.254/latest"];
const taken = ["http://10.1.2.3/other", "https://hooks.example.org/x", "http://93.184.216.34/", "http://localhost/"];

test("when a webhook's address is one that may not be called, then it is refused when it is saved; one that was saved stays and can be read", async () => {
  const ids: number[] = [];
  const before = await startService({ dataFolder, settings: { webhookAllow: ["10.1.2.3"] } });
  try {
    for (const { path, field, body } of kinds) {
      for (const url of refused) {
        const reply = await before.call("POST", path, { body: { ...body, [field]: { url } } });
        // The last part of an IPv4 address written as IPv6 is allowed, too: it is the same address.
        if (url.includes("ffff")) expect(reply.status, url).toBe(201);
        else expect([reply.status, Object.keys(reply.body)], url).toEqual([400, [`${field}.url`]]);
      }
      for (const url of taken)
        expect((await before.call("POST", path, { body: { ...body, [field]: { url } } })).status, url).toBe(201);
      ids.push((await before.call("POST", path, { body: { ...body, [field]: { url: saved } } })).body.id);
    }
  } finally {
    await before.close();
  }
  const after = await startService({ dataFolder });
  try {
    for (const [index, { path, field, body, label }] of kinds.entries()) {
      const one = `${path}/${ids[index]}`;
      expect((await after.call("GET", one)).body[field].url).toBe(saved);
      for (const [method, sent] of [
        ["PATCH", label],
        ["PUT", { ...body, [field]: { url: saved } }],
      ] as const)
        expect((await after.call(method, one, { body: sent })).status, method).toBe(200);
      for (const url of ["http://10.1.2.3/other", "http://10.9.9.9/"]) {
        const reply = await after.call("PATCH", one, { body: { [field]: { url } } });
        expect([reply.status, reply.body[`${field}.url`]], url).toEqual([
          400,
          [expect.stringMatching(/not on the public internet.*VIGIE_WEBHOOK_ALLOW/)],
        ]);
      }
      expect((await after.call("GET", one)).body[field].url).toBe(saved);
    }
  } finally {
    await after.close();
  }
});
