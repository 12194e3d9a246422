import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone, visit } from "../support/browser/browser.ts";
import { chooseItem } from "../support/browser/choose-item.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs } from "../support/patience.ts";
import { countSamples, sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("a dashboard that is shared by a link", () => {
  let service: PageService;
  let board: { id: number; widgets: { id: number }[] };
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
    const widgets = [
      { type: "TopN", title: "Hosts", config: { field: "host", sizeX: 3 } },
      { type: "EventRate", title: "Rate", config: { sizeX: 3, col: 3 } },
      { type: "Search", title: "Newest", config: { limit: 5 } },
    ];
    const config = { time_range: { preset: "last_2_hours" } };
    const { body } = await service.call("POST", "/api/dashboards", { body: { title: "Wall", config, widgets } });
    board = body;
  }, patienceMs);
  afterAll(() => service?.close());

  const all = countSamples(({ host }) => host === "db-1").toLocaleString("en");

  test("when a link is made by keyboard alone, then a guest sees the dashboard with it, until it is taken back", async () => {
    const { page, complaints, findBarriers, close } = await service.open(`/dashboards/${board.id}`);
    await page.getByRole("button", { name: "More for Wall" }).press("Enter");
    await chooseItem(page, { name: "Share by a link" });
    const dialog = page.getByRole("dialog", { name: "Links to “Wall”" });
    await dialog.getByText("No link leads here yet.").waitFor();
    await dialog.getByLabel("Who or what it is for").fill("Hall");
    await page.keyboard.press("Enter");
    const address = (await dialog.getByRole("status").locator("code").textContent())!;
    expect(address).toMatch(/\/shared#link-[0-9a-f]{48}$/);
    await dialog.getByText("never used").waitFor();
    expect(await findBarriers()).toEqual([]);

    const guest = await visit(service.browser, { url: service.url });
    await guest.page.goto(address);
    await guest.page.getByRole("region", { name: "Hosts", exact: true }).getByText("db-1").waitFor();
    await guest.page.getByRole("region", { name: "Hosts", exact: true }).getByText(all, { exact: true }).waitFor();
    await guest.page.getByRole("region", { name: "Newest", exact: true }).getByRole("cell").first().waitFor();
    expect(await guest.page.title()).toBe("Wall · vigie");
    expect(await guest.page.getByRole("navigation").count()).toBe(0);
    expect(await guest.findBarriers()).toEqual([]);
    await guest.page.emulateMedia({ colorScheme: "dark" });
    expect(await guest.findBarriers()).toEqual([]);

    await dialog.getByRole("button", { name: "Take back Hall" }).press("Enter");
    await dialog.getByText("No link leads here yet.").waitFor();
    await guest.page.reload();
    await guest.page.getByRole("heading", { name: "This link opens nothing" }).waitFor();
    const unexpected = guest.complaints.filter((text) => !/status of 404/.test(text));
    expect([...complaints, ...unexpected]).toEqual([]);
    await guest.close();
    await close();
  });

  test("when a widget asks something else by then, then the link leaves it out until its maker lets it be seen", async () => {
    const made = await service.call("POST", "/api/dashboard-links", {
      body: { dashboard_id: board.id, title: "Desk" },
    });
    const address = `${service.url}/shared#${made.body.secret_key}`;
    await service.call("PATCH", `/api/widgets/${board.widgets[0]!.id}`, { body: { config: { field: "program" } } });
    const guest = await visit(service.browser, { url: service.url, context: phone });
    await guest.page.goto(address);
    await guest.page.getByText("1 widget is not shown here").waitFor();
    await guest.page.getByRole("region", { name: "Rate", exact: true }).waitFor();
    expect(await guest.page.getByRole("region", { name: "Hosts", exact: true }).count()).toBe(0);
    expect(await guest.fitsWidth()).toBe(true);
    const maker = await service.open(`/dashboards/${board.id}`);
    await maker.page.getByRole("button", { name: "More for Wall" }).click();
    await maker.page.getByRole("menuitem", { name: "Share by a link" }).click();
    await maker.page.getByRole("button", { name: "Show it too" }).click();
    await maker.page.getByText("“Desk” shows all widgets now.").waitFor();
    await guest.page.reload();
    await guest.page.getByRole("region", { name: "Hosts", exact: true }).getByText("nginx").waitFor();
    expect([...guest.complaints, ...maker.complaints]).toEqual([]);
    await maker.close();
    await guest.close();
  });

  test("when a widget cannot be drawn, then it says so in its place until it can, and the others stay", async () => {
    const widgets = [
      { type: "EventRate", title: "Rate", config: { sizeX: 3 } },
      { type: "Search", title: "Newest", config: { limit: 5 } },
    ];
    const config = { time_range: { preset: "last_2_hours" }, refresh: 10 };
    const { body: wall } = await service.call("POST", "/api/dashboards", { body: { title: "Two", config, widgets } });
    const { body } = await service.call("POST", "/api/dashboard-links", {
      body: { dashboard_id: wall.id, title: "Desk of another" },
    });
    const guest = await visit(service.browser, { url: service.url, routes: true });
    let isBroken = true;
    await guest.page.route(`**/api/shared-dashboard/widgets/${wall.widgets[0].id}*`, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: isBroken ? { ...answer, results: { totals: null } } : answer });
    });
    await guest.page.goto(`${service.url}/shared#${body.secret_key}`);
    await guest.page.getByRole("region", { name: "Newest", exact: true }).getByRole("cell").first().waitFor();
    const alert = guest.page.getByRole("article").filter({ hasText: "Rate" }).getByRole("alert");
    await alert.getByText("This cannot be drawn").waitFor();
    expect(await guest.findBarriers()).toEqual([]);
    isBroken = false;
    await alert.waitFor({ state: "detached" });
    await guest.close();
  });
});
