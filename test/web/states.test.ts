import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs } from "../support/patience.ts";
import { countSamples, sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("when things do not go well", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const all = countSamples(() => true).toLocaleString("en");

  test("when the service cannot be reached, then that is said, and the page goes on by itself once it can", async () => {
    const { page, close } = await service.open("/search?t=last_2_hours");
    await page.locator("output").getByText(all, { exact: true }).waitFor();
    await page.getByRole("complementary", { name: "Fields" }).getByText("program", { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press("r");
    await page.getByText("vigie has not answered since").waitFor();
    await page.getByRole("heading", { name: "vigie cannot be reached" }).waitFor();
    await page.context().setOffline(false);
    await page.locator("output").getByText(all, { exact: true }).waitFor();
    await page.getByText("vigie has not answered since").waitFor({ state: "detached" });
    await close();
  });

  test.each([
    "/reports/nope",
    "/rules/a/b",
    "/triggers/1/2",
    "/performance/1/2",
    "/rules/%E0%A4%A",
    "/admin/nope",
    "/account/nope",
    "/tasks/5",
    "/nope",
  ])("when the address is %s, then it says that there is no page", async (address) => {
    const { page, close } = await service.open(address);
    await page.getByRole("heading", { name: "There is no page at this address" }).waitFor();
    await close();
  });

  test("when the service makes a mistake, then that is said with the number that its log has, and it can be asked again", async () => {
    const { page, findBarriers, close } = await service.open("/login-is-not-a-page", { routes: true });
    await page.getByRole("heading", { name: "There is no page at this address" }).waitFor();
    const fault = { status: 500, headers: { "x-request-id": "00c0ffee00c0ffee" }, json: { error: "Internal error." } };
    await page.route("**/api/query", (route) => route.fulfill(fault));
    await page.getByRole("button", { name: "Go to the search" }).click();
    await page.getByRole("heading", { name: "vigie made a mistake" }).waitFor();
    await page.getByText("Request 00c0ffee00c0ffee").waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.unroute("**/api/query");
    await page.getByRole("button", { name: "Ask again" }).last().click();
    await page.locator('[role="grid"]').waitFor();
    await close();
  });

  test("when the session has ended elsewhere, then the page asks to log in and is then where it was", async () => {
    const { id, cookie } = await service.createUser({ username: "brief", permissions: ["search_events"] });
    const { page, close } = await service.open("/search?t=last_2_hours&q=refused", { cookie });
    await page.locator('[role="grid"]').waitFor();
    await service.call("PATCH", `/api/users/${id}`, { body: { is_active: false } });
    await page.keyboard.press("r");
    await page.getByRole("heading", { name: "vigie", exact: true }).waitFor();
    expect(page.url()).toContain("q=refused");
    await close();
  });

  test("when what was found is not kept any more, then the list says so and asks again", async () => {
    const { page, close } = await service.open("/search?t=last_2_hours", { routes: true });
    await page.locator('[role="grid"]').waitFor();
    await page.route("**/api/query/*offset=*", (route) =>
      route.fulfill({ status: 404, json: { detail: "Not found." } }),
    );
    await page.locator('[role="grid"]').focus();
    await page.keyboard.press("End");
    await page.getByText("What was found is not kept any more").waitFor();
    await page.getByRole("alert").getByRole("button", { name: "Ask again" }).click();
    await page.getByText("What was found is not kept any more").waitFor({ state: "detached" });
    await close();
  });

  test("when a day could not be read, then what is missing is said beside the count", async () => {
    const { page, close } = await service.open("/welcome", { routes: true });
    await page.route("**/api/query", async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), warnings: [{ file: "2026-11-20.sqlite.damaged", day: "2026-11-20" }] };
      await route.fulfill({ response, json });
    });
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByText("2026-11-20 could not be read and is missing here").waitFor();
    await close();
  });

  test("when a page is refused what it cannot do without, then it says so in the reader's language, whatever the cause", async () => {
    const { page, complaints, close } = await service.open("/welcome", { context: { locale: "de-DE" } });
    for (const [at, [address, request]] of pages.entries()) {
      const [status, title] = refusals[at % refusals.length]!;
      const json = { detail: "The disk is full. Nothing was stored; try again later." };
      await page.route(request, (route) => (status === 0 ? route.abort() : route.fulfill({ status, json })));
      await page.goto(`${service.url}${address}`);
      await page.getByText(title).first().waitFor();
      if (status !== 0) await page.getByText("Die Platte ist voll.").first().waitFor();
      await page.unroute(request);
    }
    expect(complaints.filter((said) => !said.startsWith("Failed to load resource"))).toEqual([]);
    await close();
  });

  test("when what is open is not shared any more, then the next reading says so, and nothing of it is left", async () => {
    const body = { title: "Screen in the hall", is_public: true };
    const { id } = (await service.call("POST", "/api/dashboards", { body })).body;
    const { cookie } = await service.createUser({ username: "guest", permissions: ["search_events"] });
    const { page, close } = await service.open(`/dashboards/${id}`, { cookie });
    await page.getByRole("heading", { name: "Screen in the hall" }).waitFor();
    await service.call("PATCH", `/api/dashboards/${id}`, { body: { is_public: false } });
    await page.reload();
    await page.getByRole("heading", { name: "This dashboard is not there for you" }).waitFor();
    expect(await page.getByText("Screen in the hall").count()).toBe(0);
    await close();
  });
});

/** What reads something, and the request that it cannot do without. */
const pages = [
  ["/search?t=last_2_hours", "**/api/query"],
  ["/dashboards", "**/api/dashboards?**"],
  ["/tasks", "**/api/tasks?**"],
  ["/reports", "**/api/reports?**"],
  ["/reports/schedules", "**/api/report-schedules?**"],
  ["/reports/exports", "**/api/exports"],
  ["/triggers", "**/api/triggers?**"],
  ["/rules/sshd", "**/api/parser-rules/sshd"],
  ["/rules", "**/api/parser-rules?**"],
  ["/performance", "**/api/async-tasks?**"],
  ["/admin", "**/api/system**"],
  ["/admin/users", "**/api/users?**"],
  ["/admin/settings", "**/api/settings"],
  ["/notifications", "**/api/notifications?**"],
] as const;

/** 0: no answer comes. */
const refusals = [
  [403, "Das dürfen Sie nicht"],
  [404, "Das gibt es nicht mehr"],
  [409, "So, wie es steht, geht das nicht"],
  [413, "Das ist zu groß"],
  [429, "Zu viel auf einmal"],
  [503, "vigie kann das gerade nicht"],
  [0, "vigie ist nicht erreichbar"],
] as const;
