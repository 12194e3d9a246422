import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";
import { countSamples, sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("a histogram that takes long", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const isHistogram = (text: string | null) => /"type":"TopN".*"severity_name"/.test(text ?? "");

  /** Says of the whole histogram that it is not finished, as of one that reads for seconds. */
  async function delay(route: Route, slow: Set<string>, parts: string[]): Promise<void> {
    const request = route.request();
    const text = request.postData();
    const qid = /\/api\/query\/([0-9a-f]{32})$/.exec(request.url())?.[1];
    const isWhole = isHistogram(text) && slow.size === 0;
    if (isHistogram(text) && !isWhole) parts.push(text!);
    if (!isWhole && !slow.has(qid ?? "")) return await route.fallback();
    const response = await route.fetch();
    const record = await response.json();
    slow.add(record.qid);
    await route.fulfill({ response, json: { ...record, status: "IN_PROGRESS", progress: 3, results: null } });
  }

  test("when the whole is not there soon, then it is stopped and comes in parts that add up to it", async () => {
    const { page, complaints, close } = await service.open("/welcome");
    const [slow, parts, stopped] = [new Set<string>(), [] as string[], [] as string[]];
    await page.route(/\/api\/query(\/[0-9a-f]{32})?$/, (route) => delay(route, slow, parts));
    page.on("request", (request) => {
      const qid = /\/api\/query\/([0-9a-f]{32})\/stop$/.exec(request.url())?.[1];
      if (qid !== undefined) stopped.push(qid);
    });
    await page.goto(`${service.url}/search?t=last_2_hours`);
    const total = countSamples(() => true).toLocaleString("en");
    await page
      .getByRole("slider", { name: /^Events over time/ })
      .and(page.locator(`[aria-valuetext="${total} in all"]`))
      .waitFor();
    // On a busy machine others take long, too.
    expect(stopped).toEqual(expect.arrayContaining([...slow]));
    expect(parts.length).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await close();
  });
});
