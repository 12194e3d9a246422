import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { countSamples, sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("signals, find in results, what is special", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
    await service.call("POST", "/api/searches", { body: { title: "The database", q: "host:db-1 OR host:db-2" } });
    await service.call("POST", "/api/searches", { body: { title: "Everything", q: "" } });
  }, patienceMs);
  afterAll(() => service?.close());

  const hours = "t=last_2_hours";
  const found = (page: Page, count: number) =>
    page.locator("output").getByText(count.toLocaleString("en"), { exact: true }).first().waitFor();
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
  const all = countSamples(() => true);
  const database = countSamples(({ host }) => host === "db-1");
  const thrown = countSamples(({ program }) => program === "orders");
  const fields = (page: Page) => page.getByRole("complementary", { name: "Fields" });
  const finder = (page: Page) => page.getByRole("search");

  test("when signals are laid on the search, then it has only what all of them mean, and each can be taken away", async () => {
    const { page, complaints, findBarriers, close } = await service.open(`/search?${hours}`);
    await found(page, all);
    const signals = fields(page).getByRole("region", { name: "Signals" });
    await signals.getByRole("button", { name: "The database" }).click();
    await found(page, database);
    await signals.getByRole("button", { name: "Errors", exact: true }).press("Enter");
    await found(page, thrown);
    expect(parameter(page, "q")).toBe(null);
    for (const name of ["Errors", "The database"])
      await signals.getByRole("button", { name, exact: true, pressed: true }).waitFor();
    expect(await signals.getByRole("button", { pressed: true }).count()).toBe(2);
    expect(await findBarriers()).toEqual([]);
    // What the reader narrows by himself comes on top, and his line stays his.
    await fields(page)
      .getByTitle(/^Only host:db-1/)
      .click();
    await page.waitForURL(/q=host/);
    expect(parameter(page, "q")).toBe("host:db-1");
    await page.getByRole("button", { name: "Take Errors away" }).click();
    await found(page, database);
    await page.goBack();
    await found(page, thrown);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a link has a signal that nobody here has kept, then it means the same, and is called by its line", async () => {
    const link = `/search?${hours}&signals=${encodeURIComponent(encodeURIComponent("program:nginx, user:*"))}`;
    const { page, close } = await service.open(`/search?${hours}&signals=program%3Anginx`);
    await found(
      page,
      countSamples(({ program }) => program === "nginx"),
    );
    await page.getByRole("button", { name: "Take program:nginx away" }).click();
    await found(page, all);
    await page.goto(`${service.url}${link}`);
    await page.getByRole("button", { name: "Take program:nginx, user:* away" }).waitFor();
    await close();
  });

  test("when a search without a line is kept, then it is no signal", async () => {
    const { page, close } = await service.open(`/search?${hours}`);
    const signals = fields(page).getByRole("region", { name: "Signals" });
    await signals.getByRole("button", { name: "The database" }).waitFor();
    expect(await signals.getByRole("button", { name: "Everything" }).count()).toBe(0);
    await close();
  });

  test("when a line is kept as a signal, then it stands among them", async () => {
    const { page, close } = await service.open(`/search?${hours}&q=refused`);
    await fields(page).getByRole("button", { name: "Keep the line as a signal" }).click();
    const dialog = page.getByRole("dialog", { name: "Save the search" });
    await dialog.getByLabel("Title").fill("Refusals");
    await dialog.getByRole("button", { name: "Save" }).click();
    await fields(page).getByRole("button", { name: "Refusals" }).waitFor();
    await close();
  });

  test("when words are found in the results, then the list jumps from hit to hit, far beyond what is in sight", async () => {
    const { page, complaints, close } = await service.open(`/search?${hours}`);
    await found(page, all);
    await page.keyboard.press("Control+f");
    await finder(page).getByRole("textbox").waitFor();
    await page.keyboard.type("exception");
    await page.keyboard.press("Enter");
    await finder(page).getByText(`1 of ${thrown}`).waitFor();
    const chosen = page.locator('[role="row"][data-chosen="true"]');
    await chosen.locator("mark").getByText("exception").waitFor();
    const first = await chosen.textContent();
    // The last one lies two thousand rows below.
    await page.keyboard.press("Shift+Enter");
    await finder(page).getByText(`${thrown} of ${thrown}`).waitFor();
    await chosen.getByText("Unhandled exception 7", { exact: false }).waitFor();
    await page.keyboard.press("Enter");
    await finder(page).getByText(`1 of ${thrown}`).waitFor();
    await chosen.getByText("Unhandled exception 2307").waitFor();
    expect(await chosen.textContent()).toBe(first);
    await found(page, all);
    await page.keyboard.press("Escape");
    await finder(page).waitFor({ state: "detached" });
    await until(async () => parameter(page, "find") === null, "the address forgets it");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the oldest come first, then the hits are found in that order, from the row that is looked at", async () => {
    const { page, close } = await service.open(`/search?${hours}&sort=old`);
    await found(page, all);
    await page.locator('[role="grid"]').focus();
    await page.keyboard.press("End");
    await page.getByText("session 2399 opened").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Control+f");
    await finder(page).getByRole("textbox").waitFor();
    await page.keyboard.type("refused");
    await page.keyboard.press("Enter");
    // None below: it goes on from the top.
    await page.locator('[role="row"][data-chosen="true"]').getByText("connection refused by 0").waitFor();
    await page.keyboard.press("Enter");
    await page.locator('[role="row"][data-chosen="true"]').getByText("connection refused by 30").waitFor();
    await close();
  });

  test("when nothing is found in the results, then that is said, and the list stays where it is", async () => {
    const { page, close } = await service.open(`/search?${hours}&find=nowhere`);
    await finder(page).getByText("none").waitFor();
    expect(await page.locator('[role="row"][data-chosen="true"]').count()).toBe(0);
    await close();
  });

  test("when one asks what is special about what was found, then it says in what it differs, and goes to its events", async () => {
    const { page, complaints, findBarriers, close } = await service.open(`/search?${hours}&signals=severity%3C%3D3`);
    await found(page, thrown);
    await page.getByText("Special", { exact: true }).click();
    await page.getByText(`${thrown} of these against ${(all - thrown).toLocaleString("en")} others`).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("table").getByRole("button", { name: "orders", exact: true }).click();
    await page.waitForURL(/program/);
    await found(page, thrown);
    expect([parameter(page, "q"), parameter(page, "view")]).toEqual(["program:orders", null]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when nothing makes the events fewer, then it says what would, and leads to what changed", async () => {
    const { page, close } = await service.open(`/search?${hours}&view=special`);
    await page.getByRole("heading", { name: "Special about which events?" }).waitFor();
    await page.getByRole("button", { name: "What changed in this time" }).click();
    await page.waitForURL(/\/changes\?t=\d+/);
    await close();
  });

  test("when an arrow key is pressed in the query line, then the lines of before come back, and the last goes to one's own", async () => {
    const { cookie } = await service.createUser({ username: "often", permissions: ["search_events"] });
    const { page, close } = await service.open(`/search?${hours}&q=refused`, { cookie });
    await found(
      page,
      countSamples(({ program }) => program === "nginx"),
    );
    const line = page.locator(".cm-content");
    await line.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("opened");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=opened/);
    // What the page itself counted is no search of anybody.
    await page.keyboard.press("Control+f");
    await finder(page).getByRole("textbox").waitFor();
    await page.keyboard.type("session");
    await page.keyboard.press("Enter");
    await finder(page).getByText(/^1 of/).waitFor();
    await line.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("half");
    await page.keyboard.press("Escape");
    await line.click();
    await page.keyboard.press("ArrowUp");
    await line.getByText("opened", { exact: true }).waitFor();
    await page.keyboard.press("ArrowUp");
    await line.getByText("refused", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await line.getByText("half", { exact: true }).waitFor();
    await close();
  });

  test("when a line is chosen, then one key shows what happened around it, and others keep or leave out its kind", async () => {
    const { page, complaints, close } = await service.open(`/search?${hours}&q=program:orders OR program:nginx`);
    const refused = countSamples(({ program }) => program === "nginx");
    await found(page, thrown + refused);
    // The latest is a refusal.
    await page.keyboard.press("j");
    await page.keyboard.press("c");
    const drawer = page.getByRole("complementary", { name: "Event" });
    await drawer.getByRole("radiogroup", { name: "Whose events" }).waitFor();
    expect(parameter(page, "tab")).toBe("around");
    await page.reload();
    await drawer.getByRole("radiogroup", { name: "Whose events" }).waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await found(page, thrown + refused);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await found(page, thrown);
    await page.goBack();
    await found(page, thrown + refused);
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    await found(page, refused);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is looked at on a phone, then signals can be taken away, and nothing is cut off", async () => {
    const context = { ...phone, colorScheme: "dark" } as const;
    const link = `/search?${hours}&signals=severity%3C%3D3,program%3Aorders&find=exception`;
    const { page, findBarriers, fitsWidth, close } = await service.open(link, { context });
    await finder(page).getByText(`1 of ${thrown}`).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await fitsWidth()).toBe(true);
    // However many columns there are, a row is not taller than its place.
    await page.goto(
      `${service.url}/search?${hours}&gaps=true&cols=severity_name,host,program,type,counter,status_name`,
    );
    await found(page, all);
    const row = page.locator('[role="grid"] [role="row"]:not([aria-busy])').first();
    await row.getByText("session 2399 opened").waitFor();
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(46.5);
    await page.goto(`${service.url}${link}`);
    await page.getByRole("button", { name: "Take all away" }).click();
    await found(page, all);
    await close();
  });
});
