import type { Browser, BrowserContextOptions } from "playwright-core";
import { type Service, type ServiceOptions, startService } from "../service/start-service.ts";
import { openBrowser, type Visit, visit } from "./browser.ts";

export interface PageService extends Service {
  browser: Browser;
  /** The administrator, or another user by his cookie, at an address of the page. */
  open(path: string, options?: { cookie?: string; context?: BrowserContextOptions }): Promise<Visit>;
  /** Stores events; they are seen by every question after it. */
  store(events: readonly object[]): Promise<void>;
}

/** A service and a browser in front of it. */
export async function startPageService(options: ServiceOptions = {}): Promise<PageService> {
  const service = await startService(options);
  const browser = await openBrowser();
  return {
    ...service,
    browser,
    async open(path, { cookie = service.adminCookie, context } = {}) {
      const reader = await visit(browser, { url: service.url, cookie, context });
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
      await browser.close();
      await service.close();
    },
  };
}
