import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { startServiceProcess } from "../service/service-process.ts";
import { adminPassword, asService, type Service, startService } from "../service/start-service.ts";
import { leaveBrowser, openBrowser, type Visit, type VisitOptions, visit } from "./browser.ts";

export interface PageService extends Service {
  browser: Browser;
  /** The administrator, or another user by his cookie, at an address of the page. */
  open(path: string, options?: Omit<VisitOptions, "url">): Promise<Visit>;
  /** Stores events; every later question sees them. */
  store(events: readonly object[]): Promise<void>;
}

export interface PageServiceSettings {
  sealEvents?: number;
  webhookAllow?: string[];
}

/** A service and a browser in front of it: the executable if there is one, otherwise the source in this process. */
export async function startPageService(settings: PageServiceSettings = {}): Promise<PageService> {
  const service = process.env.VIGIE_TEST_EXECUTABLE
    ? await startExecutable(settings)
    : await startService({ settings });
  const browser = await openBrowser();
  return {
    ...service,
    browser,
    async open(path, { cookie = service.adminCookie, ...options } = {}) {
      const reader = await visit(browser, { ...options, url: service.url, cookie });
      await reader.page.goto(`${service.url}${path}`);
      return reader;
    },
    async store(events) {
      const headers = { "content-type": "application/x-ndjson" };
      const body = events.map((event) => JSON.stringify(event)).join("\n");
      const { status, text } = await service.call("POST", "/incoming", { headers, body });
      if (status !== 200) throw new Error(`events not stored: ${status} ${text}`);
    },
    async close() {
      await leaveBrowser(browser);
      await service.close();
    },
  };
}

async function startExecutable({ sealEvents, webhookAllow }: PageServiceSettings): Promise<Service> {
  const dataFolder = mkdtempSync(join(tmpdir(), "vigie-page-"));
  const running = await startServiceProcess(dataFolder, {
    VIGIE_ADMIN_PASSWORD: adminPassword,
    VIGIE_MIN_FREE_MB: "0",
    ...(sealEvents && { VIGIE_SEAL_EVENTS: String(sealEvents) }),
    ...(webhookAllow && { VIGIE_WEBHOOK_ALLOW: webhookAllow.join(",") }),
  });
  return asService({ url: running.url, ports: running.ports, dataFolder }, async () => {
    await running.end("SIGTERM");
    rmSync(dataFolder, { recursive: true, force: true });
  });
}
