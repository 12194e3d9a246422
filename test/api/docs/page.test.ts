import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageExamples } from "../../../src/filter/language/examples.ts";
import { browserPath, leaveBrowser, openBrowser } from "../../support/browser/browser.ts";
import { patienceMs } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

describe.skipIf(browserPath === undefined)("the page of the API, in a browser", () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  /** Where requests went, and what the browser complained about. */
  const requests: string[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${service.url}/api/docs/`);
    await page.waitForSelector("#operations-tag-tasks");
  }, patienceMs);
  afterAll(async () => {
    await leaveBrowser(browser);
    await service?.close();
  });

  test("when it is opened, then it shows every group, asks nobody else and breaks no rule of its policy", async () => {
    const document = (await service.call("GET", "/api/openapi.json")).body as {
      tags: { name: string }[];
      paths: object;
    };
    const withOperations = new Set(
      Object.values(document.paths as Record<string, Record<string, { tags: string[] }>>).flatMap((item) =>
        Object.values(item).flatMap(({ tags }) => tags),
      ),
    );
    const shown = await page
      .locator(".opblock-tag")
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("data-tag")));
    expect(shown.sort()).toEqual([...withOperations].sort());
    expect(requests.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("when it shows the query language, then each line stands whole beside what it finds", async () => {
    const rows = page.locator(".info table").first().locator("tbody tr");
    const shown = await rows.evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll("td")].map(({ textContent }) => textContent?.trim())),
    );
    expect(shown).toEqual(languageExamples);
    expect(await rows.locator("td:first-child code").count()).toBe(languageExamples.length);
  });

  test("when an operation is opened and tried out by someone who is logged in, then its answer is shown", async () => {
    const [name = "", value = ""] = service.adminCookie.split("=");
    await page.context().addCookies([{ name, value, url: service.url }]);
    await page.locator("#operations-tag-tasks").click();
    const operation = page.locator("#operations-tasks-getTasks");
    await operation.locator(".opblock-summary-control").click();
    await operation.locator('tr[data-param-name="is_overdue"]').waitFor();
    await operation.locator("button.execute").click();
    const status = operation.locator(".live-responses-table .response-col_status").nth(1);
    await status.waitFor();
    expect(await status.textContent()).toMatch(/^\s*200/);
    expect(await operation.locator(".live-responses-table").textContent()).toContain('"item_count"');
    expect(requests.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
