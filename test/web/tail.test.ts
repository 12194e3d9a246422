import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs } from "../support/patience.ts";

describe.skipIf(browserPath === undefined)("the live tail", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  }, patienceMs);
  afterAll(() => service?.close());

  const event = (message: string, more: object = {}) => ({
    host: "web-1",
    program: "shop",
    severity: 6,
    message,
    ...more,
  });

  test("when events are stored, then they are shown as they come; paused, they wait and are counted", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/tail");
    await page.getByText("live", { exact: true }).waitFor();
    await service.store([event("the first"), event("the second", { severity: 3 })]);
    const log = page.getByRole("log");
    await log.getByText("the second").waitFor();
    await log.getByText("the first").waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press("p");
    await service.store([event("the third")]);
    await page.getByRole("button", { name: "1 new, show them" }).waitFor();
    expect(await log.getByText("the third").count()).toBe(0);
    await page.keyboard.press("p");
    await log.getByText("the third").waitFor();
    await log.getByRole("button", { name: /the second/ }).press("Enter");
    await page.getByRole("complementary", { name: "Event" }).locator("pre").getByText("the second").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.getByRole("heading", { name: "Waiting for the next event" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a value of an event is left out, then the line says so, and such events come no more", async () => {
    const { page, complaints, close } = await service.open("/tail");
    await page.getByText("live", { exact: true }).waitFor();
    await service.store([event("of the shop"), event("of the desk", { program: "desk" })]);
    const log = page.getByRole("log");
    await log.getByRole("button", { name: /of the shop/ }).click();
    const drawer = page.getByRole("complementary", { name: "Event" });
    await drawer.getByRole("button", { name: "Without program:shop" }).click();
    await page.waitForURL(/q=-program:shop/);
    await page.getByText("live", { exact: true }).waitFor();
    await service.store([event("not to be seen"), event("to be seen", { program: "desk" })]);
    await log.getByText("to be seen", { exact: true }).waitFor();
    expect(await log.getByText("not to be seen").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it follows a line, then only its events are shown, and the address and the search have the line", async () => {
    const { page, complaints, fitsWidth, findBarriers, close } = await service.open("/tail", { context: phone });
    await page.getByText("live", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Query" }).fill("severity<=3");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=severity/);
    await page.getByText("live", { exact: true }).waitFor();
    await page.getByText("0 since it was opened").waitFor();
    const sent = [event("a calm one"), event("a bad one", { severity: 2 })];
    await service.store(sent);
    await page.getByRole("log").getByText("a bad one").waitFor();
    expect(await page.getByText("a calm one").count()).toBe(0);
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Search these" }).click();
    await page.waitForURL(/\/search\?q=severity/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the line is not ended with Enter, then the search has it all the same", async () => {
    const { page, complaints, close } = await service.open("/tail");
    await page.locator(".cm-content").focus();
    await page.keyboard.insertText("severity<=3");
    await page.getByRole("button", { name: "Search these" }).click();
    await page.waitForURL(/\/search\?q=severity/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when more come than can be shown, then the tail says how many are missing where they are", async () => {
    const { page, close } = await service.open("/tail?q=program:flood");
    await page.getByText("live", { exact: true }).waitFor();
    const many = Array.from({ length: 3_000 }, (_, index) => event(`drop ${index}`, { program: "flood" }));
    await service.store(many);
    const log = page.getByRole("log");
    await log.getByText("drop 2999").waitFor();
    await page.keyboard.press("p");
    await page.evaluate("document.querySelector('[role=log]').scrollTop = 0");
    const counted = await log
      .getByText(/^[\d,]+ not shown$/)
      .first()
      .textContent();
    expect(Number(counted!.replace(/\D/g, ""))).toBeGreaterThan(1_000);
    await close();
  });
});
