import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone, visit } from "../support/browser/browser.ts";
import { chooseItem } from "../support/browser/choose-item.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { countSamples, sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("a search that is kept in sight", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const all = countSamples(() => true);
  const found = (page: Page, count: number) =>
    page.locator("output").getByText(count.toLocaleString("en"), { exact: true }).waitFor();
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

  test("when it asks again by itself, then new events come without a hand, and none while nobody looks", async () => {
    const { url, browser, adminCookie: cookie } = service;
    // While a clock is being installed it says 1970: no page may ask for anything yet.
    const { page, complaints, close } = await visit(browser, { url, cookie });
    await page.clock.install();
    await page.goto(`${url}/search?t=last_2_hours`);
    await found(page, all);
    await page.getByRole("button", { name: "Ask again by itself: Not by itself" }).press("Enter");
    await chooseItem(page, { name: "Every 5 s" });
    await page.waitForURL(/every=5(&|$)/);
    const event = { ts: Date.now() / 1000 - 60, host: "web-9", program: "shop", severity: 6, message: "a later one" };
    await service.store([event]);
    await page.clock.runFor(6_000);
    await found(page, all + 1);
    await page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })`);
    let questions = 0;
    page.on("request", (request) => {
      if (/"type":"Search"/.test(request.postData() ?? "")) questions++;
    });
    await service.store([{ ...event, message: "the last one" }]);
    await page.clock.runFor(60_000);
    expect(questions).toBe(0);
    await page.evaluate(`delete document.visibilityState, document.dispatchEvent(new Event("visibilitychange"))`);
    await found(page, all + 2);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is asked again and counting takes long, then the last count stays until the next is known", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&q=opened", { routes: true });
    const output = page.locator("main output").first();
    const counted = countSamples(({ program }) => program === "sshd");
    await found(page, counted);
    const held: Route[] = [];
    let mayCount = false;
    // The page may ask to count once more at any moment.
    const letCount = async () => {
      mayCount = true;
      for (const route of held.splice(0)) await route.continue().catch(() => undefined);
    };
    await page.route("**/api/query", async (route) => {
      const { type, params } = route.request().postDataJSON();
      if (mayCount || type !== "Search" || params.page_size < 2) await route.continue();
      else if (params.count === false) await answerRows(route, null);
      else held.push(route);
    });
    const event = { ts: Date.now() / 1000 - 60, host: "web-9", program: "sshd", severity: 6 };
    await service.store([{ ...event, message: "the newest was opened" }]);
    await page.keyboard.press("r");
    await page.getByRole("grid").getByText("the newest was").waitFor();
    await until(async () => held.length > 0, "it counts");
    expect(await output.textContent()).toMatch(new RegExp(`^${counted.toLocaleString("en")} events`));
    await letCount();
    await found(page, counted + 1);
    mayCount = false;
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("opened program:sshd -newest");
    await page.keyboard.press("Enter");
    // Of another question it would be no count.
    await output.getByText("counting…").waitFor();
    await letCount();
    await found(page, counted);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when rows come late and know their number, then both are shown without the answer that counts", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&q=refused", { routes: true });
    await page.locator("mark").first().waitFor();
    let counting = Promise.withResolvers<void>();
    await page.route("**/api/query", async (route) => {
      const { type, params } = route.request().postDataJSON();
      if (type !== "Search" || params.page_size < 2) return route.continue();
      // Its answer never comes.
      if (params.count !== false) return counting.resolve();
      await counting.promise;
      await answerRows(route, 12_345);
    });
    await page.keyboard.press("r");
    await found(page, 12_345);
    counting = Promise.withResolvers();
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("exception");
    await page.keyboard.press("Enter");
    await page.locator("mark").getByText("exception").first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a line is pinned by a key, then it stays above another search, and goes when it is let go", async () => {
    const { page, complaints, findBarriers, fitsWidth, close } = await service.open(
      "/search?t=last_2_hours&q=refused",
      {
        context: phone,
      },
    );
    await page.locator("mark").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("p");
    const pins = page.getByRole("list", { name: "Pinned lines" });
    await pins.getByText("connection refused by").waitFor();
    const address = new URL(page.url());
    address.searchParams.set("q", "exception");
    await page.goto(address.href);
    await page.locator("mark").getByText("exception").first().waitFor();
    await pins.getByText("connection refused by").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await pins.getByRole("button", { name: "Take the pin away" }).press("Enter");
    await pins.waitFor({ state: "detached" });
    await until(() => parameter(page, "pins") === null, "the address names no pin");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when somebody chooses how long a bar is, then the address keeps it, and one that does not fit is not taken", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_2_hours", { context: phone });
    await page.getByRole("button", { name: /^.* a bar is 1 min\. Choose/ }).press("Enter");
    await page.getByRole("menuitem", { name: "15 min" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await chooseItem(page, { name: "15 min" });
    await page.getByRole("button", { name: /a bar is 15 min\. Choose/ }).waitFor();
    expect(parameter(page, "bar")).toBe("900");
    expect(await findBarriers()).toEqual([]);
    await page.goto(`${service.url}/search?t=last_2_hours&bar=1`);
    await page.getByRole("button", { name: /a bar is 1 min\. Choose/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a saved search is opened and saved again, then it is changed in its place, or another one is made", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&q=refused");
    const titles = async () => {
      const { objects } = await page.evaluate<{ objects: { title: string; q: string }[] }>(
        `fetch("/api/searches").then((answer) => answer.json())`,
      );
      return objects.map(({ title, q }) => [title, q]);
    };
    const save = async (title: string, isAnother = false) => {
      await page.keyboard.press("s");
      await page.getByLabel("Title").fill(title);
      if (isAnother) await page.getByLabel(/instead of making another/).uncheck();
      await page.getByLabel("Title").press("Enter");
      await page.getByText(`“${title}” is saved.`).waitFor();
    };
    await page.locator("mark").first().waitFor();
    await page.keyboard.press("s");
    await page.getByLabel("Title").waitFor();
    await page.keyboard.type("My own title");
    // The line stood there, chosen.
    expect(await page.getByLabel("Title").inputValue()).toBe("My own title");
    await page.keyboard.press("Escape");
    await save("Refusals");
    await page.waitForURL(/saved=\d+/);
    const link = page.url().replace("q=refused", "q=exception");
    await page.goto(link);
    await page.locator("mark").first().waitFor();
    await save("Faults");
    expect(await titles()).toEqual([["Faults", "exception"]]);
    await save("Others", true);
    expect(await titles()).toEqual([
      ["Faults", "exception"],
      ["Others", "exception"],
    ]);
    expect(complaints).toEqual([]);
    await close();
  });
});

/** As a service answers that knows, or does not know yet, how many events match. */
async function answerRows(route: Route, count: number | null): Promise<void> {
  const response = await route.fetch();
  let record = await response.json();
  const url = `${route.request().url()}/${record.qid}`;
  while (record.results === null) record = await (await route.fetch({ url, method: "GET" })).json();
  record.results.totals.count = record.results.events.item_count = count;
  await route.fulfill({ response, json: record });
}
