import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";

/** A file is dragged over the part of the page; `drop` tells whether the page took it, or the browser would. */
async function drag(page: Page, over: string, name: string) {
  const send = (type: string) =>
    page.evaluate<boolean>(`{
      const dataTransfer = new DataTransfer();
      const lines = Array.from({ length: 40 }, (_, index) => "order " + index + " placed\\n");
      dataTransfer.items.add(new File(lines, ${JSON.stringify(name)}, { type: "text/plain" }));
      const options = { bubbles: true, cancelable: true, composed: true, dataTransfer };
      !document.querySelector(${JSON.stringify(over)}).dispatchEvent(new DragEvent(${JSON.stringify(type)}, options))
    }`);
  await send("dragover");
  return { drop: () => send("drop") };
}

describe.skipIf(browserPath === undefined)("files that are dropped", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  }, patienceMs);
  afterAll(() => service?.close());

  const veil = (page: Page) => page.getByText("Drop log files here: plain, .gz or .zst");

  test("when one is dropped anywhere on the page that sends events, then it is stored", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/welcome");
    await page.getByRole("heading", { name: "Send events" }).waitFor();
    const { drop } = await drag(page, "h1", "anywhere.log");
    expect(await veil(page).count()).toBe(2);
    expect(await findBarriers()).toEqual([]);
    expect(await drop()).toBe(true);
    await page.getByText("40 events of anywhere.log are stored").waitFor();
    expect(await veil(page).count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when one is dropped on a search, then it is uploaded behind it, and a link leads to its events", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&q=nothing");
    await page.getByRole("heading", { name: "Search" }).waitFor({ state: "attached" });
    const { drop } = await drag(page, "main", "shop.log");
    await veil(page).waitFor();
    expect(await drop()).toBe(true);
    await page.getByText("1 file is on the way.").waitFor();
    const told = page.getByText("40 events of shop.log are stored");
    await told.waitFor();
    expect(new URL(page.url()).pathname).toBe("/search");
    await page.getByRole("link", { name: "Look at them" }).click();
    await page.locator("output").getByText("40", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when one is dropped where nothing takes it, then the page stays", async () => {
    const { page, complaints, close } = await service.open("/tasks");
    await page.getByRole("button", { name: "New task" }).first().click();
    await page.getByRole("dialog").waitFor();
    for (const part of ["main", '[role="dialog"]']) expect(await (await drag(page, part, "a.log")).drop()).toBe(true);
    expect(await veil(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
