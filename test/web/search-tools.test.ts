import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { countSamples, sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("what a search can become", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const refused = "/search?t=last_2_hours&q=refused";

  test("when it is exported, then the file has all events that were found, and not only those in the list", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&q=program:sshd");
    await page.locator('[role="grid"]').waitFor();
    await page.keyboard.press("e");
    const coming = page.waitForEvent("download");
    await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Export" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^query-Search-\d+\.csv$/);
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split(/\r?\n/);
    expect(lines.length - 1).toBe(countSamples(({ program }) => program === "sshd"));
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it becomes a trigger, then what it would have fired on is told before, and it is there after", async () => {
    const { page, findBarriers, close } = await service.open(refused);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("menuitem", { name: "As a trigger" }).click();
    const dialog = page.getByRole("dialog", { name: "A trigger of this search" });
    const times = countSamples(({ program }) => program === "nginx");
    await dialog.getByText(`it would have fired ${times} times`).waitFor();
    const latest = dialog.getByRole("list", { name: "The latest it would have fired for" });
    await latest
      .getByText(/nginx: connection refused by/)
      .first()
      .waitFor();
    expect(await latest.getByRole("listitem").count()).toBe(5);
    expect(await findBarriers()).toEqual([]);
    await dialog.getByLabel("Name").fill("Refusals");
    await dialog.getByRole("button", { name: "Make the trigger" }).click();
    await page.getByText("the trigger “Refusals” looks at every new event").waitFor();
    const { body } = await service.call("GET", "/api/triggers?name=Refusals");
    expect(body.objects[0].filter).toMatchObject([{ field: "message", op: "qp", value: "refused" }]);
    await close();
  });

  test("when it becomes a task, then that leads back to it, and can be undone", async () => {
    const { page, complaints, close } = await service.open(refused);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("menuitem", { name: "As a task" }).click();
    await page.getByRole("dialog", { name: "A task of this search" }).getByLabel("Title").fill("Why refused?");
    await page.getByRole("button", { name: "Make the task" }).click();
    await page.getByText(/^Task \d+ was made of this search\./).waitFor();
    const { body } = await service.call("GET", "/api/tasks?title=Why%20refused%3F");
    expect(body.objects[0].description).toContain(`${service.url}/search?t=last_2_hours&q=refused`);
    await page.getByRole("button", { name: "Undo" }).click();
    const count = async () => (await service.call("GET", "/api/tasks?title=Why%20refused%3F")).body.item_count;
    await until(async () => (await count()) === 0, "the task is undone");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when only events with a field are wanted, or those without, then its menu asks so, and a command asks the same", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours");
    const found = page.locator("output").locator("b");
    const menu = (item: string) => async () => {
      await page.getByRole("button", { name: "What to do with user" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await menu("Only events that have it")();
    const withUser = sampleEvents().filter(({ user_tags: { user } }) => user !== undefined).length;
    await found.getByText(withUser.toLocaleString("en"), { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("user:*");
    await menu("Only events without it")();
    const without = sampleEvents().length - withUser;
    await found.getByText(without.toLocaleString("en"), { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("-user:*");
    await page.evaluate("navigator.clipboard.writeText = async (text) => void (window.copied = text)");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("menuitem", { name: "Copy as a cURL command" }).click();
    await page.getByText("The command copied.").waitFor();
    const [, address, body] = /^curl '([^']*)'.*-d '([^']*)'$/s.exec(await page.evaluate<string>("copied"))!;
    expect(address).toBe(`${service.url}/api/query`);
    const answer = await service.call("POST", "/api/query", { body: JSON.parse(body!) });
    expect(answer.body.results.events.item_count).toBe(without);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it becomes a widget, then that lies on a new dashboard, and asks the same", async () => {
    const { page, close } = await service.open(refused);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("menuitem", { name: "As a widget of a dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "A widget of this search" });
    const shown = dialog.getByRole("region", { name: "What it shows" });
    await shown.getByRole("slider").waitFor();
    await dialog.getByLabel("Title").fill("Refusals over time");
    await dialog.getByRole("button", { name: "Save the widget" }).click();
    await page.getByText("The widget lies on the dashboard “Refusals over time”.").waitFor();
    const { body } = await service.call("GET", "/api/dashboards?title=Refusals%20over%20time");
    expect(body.objects[0].widgets[0]).toMatchObject({ type: "EventRate", config: { q: "refused" } });
    await close();
  });

  test("when a task is made of an event, then the event is linked, and it can be undone", async () => {
    const { page, close } = await service.open(refused);
    await page.locator('[role="grid"] [role="row"]').first().click();
    await page.getByRole("button", { name: "Make a task of the event" }).click();
    await page.getByText(/Task \d+ was made/).waitFor();
    const { body } = await service.call("GET", "/api/tasks");
    expect(body.objects[0].title).toMatch(/^nginx: connection refused by \d+$/);
    expect(body.objects[0].event_ids).toEqual([new URL(page.url()).searchParams.get("event")]);
    const undone = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await page.getByRole("button", { name: "Undo" }).click();
    expect((await undone).status()).toBe(204);
    await close();
  });

  test("when one asks what happened around an event, then that is loosened step by step", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&q=Unhandled");
    await page.locator('[role="grid"] [role="row"]').first().click();
    const drawer = page.getByRole("complementary", { name: "Event" });
    await drawer.getByRole("tab", { name: "Around" }).click();
    const lines = drawer.getByRole("listitem");
    await lines.filter({ hasText: "Unhandled exception 2207" }).waitFor();
    expect(await lines.filter({ hasText: "session" }).count()).toBe(0);
    await drawer.getByText("Everything").click();
    await lines.filter({ hasText: "session 2306 opened" }).waitFor();
    await lines.filter({ hasText: "session 2306 opened" }).getByRole("button").click();
    await drawer.locator("pre").getByText("session 2306 opened").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a list of a hundred thousand is scrolled to its end, then its last event is shown and few pages were read", async () => {
    const ts = Math.floor(Date.now() / 1000) - 90_000;
    const many = Array.from({ length: 100_000 }, (_, index) => ({ ts: ts + index / 1000, message: `bulk ${index}` }));
    await service.store(many);
    const { page, complaints, close } = await service.open(`/search?t=${ts}..${ts + 200}&q=bulk`);
    await page.locator("output").getByText("100,000", { exact: true }).waitFor();
    let pages = 0;
    page.on("request", (request) => {
      if (request.url().includes("offset=")) pages += 1;
    });
    await page.locator('[role="grid"]').focus();
    await page.keyboard.press("End");
    await page.getByText("bulk 0", { exact: true }).waitFor();
    expect(pages).toBeLessThanOrEqual(4);
    await page.keyboard.press("Home");
    await page.getByText("bulk 99999", { exact: true }).waitFor();
    expect(await page.locator('[role="grid"] [role="row"]').count()).toBeLessThan(100);
    expect(complaints).toEqual([]);
    await close();
  });
});
