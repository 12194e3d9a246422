import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";
import { countSamples, sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("a search that is stopped", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const found = (page: Page, count: number) =>
    page.locator("output").getByText(count.toLocaleString("en"), { exact: true }).waitFor();
  const ask = async (page: Page, line: string) => {
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(line);
    await page.keyboard.press("Enter");
  };
  /** Holds the questions of the line until they are let go. */
  const hold = async (page: Page, line: string, isHeld: (params: { count?: boolean }) => boolean) => {
    const held: Route[] = [];
    await page.route("**/api/query", async (route) => {
      const { params } = route.request().postDataJSON();
      if (params.q !== line || !isHeld(params)) return route.continue();
      held.push(route);
    });
    return async () => {
      await page.unroute("**/api/query");
      for (const route of held) await route.continue().catch(() => undefined);
    };
  };
  const all = countSamples(() => true);
  const line = "program:sshd";
  const sessions = countSamples(({ program }) => program === "sshd");
  const bars = (page: Page) => page.getByRole("button", { name: /a bar is .*\. Choose/ });

  test("when it had no answer yet, then it says so instead of the rows of the question before, and can be asked again", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_2_hours", { routes: true });
    await found(page, all);
    await bars(page).waitFor();
    const release = await hold(page, line, () => true);
    await ask(page, line);
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    await page.getByRole("heading", { name: "Stopped" }).waitFor();
    expect(await page.getByRole("grid").count()).toBe(0);
    expect(await page.locator("output").count()).toBe(0);
    await bars(page).waitFor({ state: "detached" });
    expect(await findBarriers()).toEqual([]);
    await release();
    await page.getByRole("main").getByRole("button", { name: "Ask again" }).last().press("Enter");
    await found(page, sessions);
    await bars(page).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when only its order is changed then, then its bars are asked for again, too", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours", { routes: true });
    await found(page, all);
    await bars(page).waitFor();
    const release = await hold(page, line, () => true);
    await ask(page, line);
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    await bars(page).waitFor({ state: "detached" });
    await release();
    await page.getByRole("button", { name: "Newest first" }).press("Enter");
    await found(page, sessions);
    await bars(page).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when its rows stand already, then they stay, and their number is not said to come", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours", { routes: true });
    await found(page, all);
    const release = await hold(page, "opened", ({ count }) => count !== false);
    await ask(page, "opened");
    await page.locator("output").getByText("counting…").waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    await page.locator("output").getByText("not counted: stopped").waitFor();
    expect(await page.getByRole("grid").getByRole("row").count()).toBeGreaterThan(1);
    await bars(page).waitFor({ state: "detached" });
    await release();
    await page.getByRole("button", { name: "Ask again", exact: true }).press("Enter");
    await found(page, sessions);
    expect(complaints).toEqual([]);
    await close();
  });
});
