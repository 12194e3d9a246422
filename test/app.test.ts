import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "../src/app.ts";
import { defaultSettings } from "../src/config/settings.ts";
import { createLog } from "../src/lib/log.ts";
import { login } from "./support/service/start-service.ts";

test("when a service ends as soon as it is ready, then the first user whose password it showed can log in later", async () => {
  const data = mkdtempSync(join(tmpdir(), "vigie-app-"));
  const open = () => openApp({ ...defaultSettings, data, port: 0, minFreeMb: 0 }, createLog("silent"));
  const first = await open();
  await first.close();
  const next = await open();
  try {
    expect(next.firstPassword).toBeUndefined();
    expect(await login(next.url, "admin", first.firstPassword!)).not.toBe("");
  } finally {
    await next.close();
    rmSync(data, { recursive: true });
  }
});
