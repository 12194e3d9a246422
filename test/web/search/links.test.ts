import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";
import { countSamples, sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("ways from a search to another one", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const found = (page: Page, count: number) =>
    page.locator("output").getByText(count.toLocaleString("en"), { exact: true }).waitFor();

  test("when the command menu or the mark leads to another search, then it is shown, and back leads to the first", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&q=program:sshd");
    const sessions = countSamples(({ program }) => program === "sshd");
    await found(page, sessions);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("program:nginx");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?q=program(:|%3A)nginx$/);
    await page.locator(".cm-content").getByText("program:nginx").waitFor();
    await page.locator(".cm-content").getByText("program:sshd").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Search" }).last().click();
    await page.waitForURL(/\/search$/);
    await page.locator(".cm-content").getByText("program:nginx").waitFor({ state: "detached" });
    await page.goBack();
    await page.goBack();
    await found(page, sessions);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when another page is opened, then no search without a line is asked in passing", async () => {
    const { page, close } = await service.open("/search?t=last_2_hours&q=program:sshd");
    await found(
      page,
      countSamples(({ program }) => program === "sshd"),
    );
    const asked: string[] = [];
    page.on("request", (request) => {
      const body = request.postData() ?? "";
      if (body.includes('"type":"Search"') && !body.includes("sshd")) asked.push(body);
    });
    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("heading", { name: "Tasks" }).waitFor();
    await page.getByRole("button", { name: "New task" }).first().waitFor();
    expect(asked).toEqual([]);
    await close();
  });
});
