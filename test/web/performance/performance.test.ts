import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs, until } from "../../support/patience.ts";
import { sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("performance tests", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const runOf = async (id: string) => (await service.call("GET", `/api/async-tasks/${id}`)).body;
  const start = async (kind: string, body: object) => {
    const started = await service.call("POST", `/api/performance-tests/${kind}`, { body });
    if (started.status !== 202) throw new Error(started.text);
    return started.body.id as string;
  };
  const done = async (id: string) => {
    await until(async () => !["PENDING", "STARTED"].includes((await runOf(id)).status), "it has ended");
    const { status, error } = await runOf(id);
    if (status !== "SUCCESS") throw new Error(error);
    return id;
  };

  test("when it is asked what the machine can carry, then it is watched, says so, and can be set beside another", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/performance");
    await page.getByRole("heading", { name: "Nothing was measured in the last 24 hours" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    const carry = page.getByRole("form", { name: "What can this machine carry?" });
    await carry.getByRole("textbox", { name: "For seconds" }).fill("1");
    await carry.getByRole("textbox", { name: "Events a second that you expect" }).fill("2000");
    await carry.getByRole("button", { name: /^Start/ }).click();
    await page.waitForURL(/\/performance\/[0-9a-f-]{36}$/);
    const first = page.url().split("/").at(-1)!;
    await page.getByText(/^This machine takes in about [\d,.]+ events a second for long\.$/).waitFor();
    await page.getByRole("region", { name: "How long the disk lasts" }).getByText("at 2,000 events/s").waitFor();
    expect(await findBarriers()).toEqual([]);
    const second = await done(await start("estimate", { seconds: 1 }));
    await page.goto(`${service.url}/performance/${second}`);
    await page.getByRole("region", { name: "How it went before" }).getByRole("slider").waitFor();
    await page.getByRole("combobox", { name: "Compare with" }).click();
    await page.getByRole("option", { name: /^That of / }).click();
    await page.waitForURL(new RegExp(`with=${first}`));
    const table = page.getByRole("region", { name: "Side by side" }).getByRole("table");
    await table.getByRole("rowheader", { name: "Taken in for long" }).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    await page.goBack();
    await table.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await close();
  });

  test("when one is stopped, then it is, and its page and the list say so", async () => {
    const { page, complaints, fitsWidth, findBarriers, close } = await service.open("/performance", { context: phone });
    await page.getByRole("button", { name: "Start: Writing and reading" }).click();
    await page.waitForURL(/\/performance\/[0-9a-f-]{36}$/);
    const id = page.url().split("/").at(-1)!;
    await page.getByRole("button", { name: "Stop: Writing and reading" }).click();
    await page.getByRole("heading", { name: "It was stopped before it had a result." }).waitFor();
    expect((await runOf(id)).status).toBe("REVOKED");
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await page.goBack();
    await page.getByRole("listitem").getByText("Stopped").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when rules, the store and dashboards are measured, then each result has its figures", async () => {
    const widget = { type: "TopN", title: "Programs measured", config: { field: "program" } };
    await service.call("POST", "/api/dashboards", { body: { title: "Measured board", widgets: [widget] } });
    const rules = await done(await start("parser-rules", { event_count: 500 }));
    let store = "";
    // The one that was stopped may still be letting go.
    await until(async () => {
      const begun = await service.call("POST", "/api/performance-tests/storage", { body: { event_count: 2000 } });
      store = begun.body.id;
      return begun.status === 202;
    }, "the store can be measured");
    await done(store);
    const board = await done(await start("dashboard", { repeat: 1 }));
    const { page, complaints, findBarriers, close } = await service.open(`/performance/${rules}`);
    await page.getByText(/^Read and parsed: /).waitFor();
    await page
      .getByText(/^Longest, /)
      .first()
      .click();
    expect(await findBarriers()).toEqual([]);
    await page.goto(`${service.url}/performance/${board}`);
    await page.getByRole("region", { name: "Measured board" }).getByText("Programs measured").waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("link", { name: "All tests" }).click();
    await page.getByText(/^Written: /).waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Writing and reading.*Written/ })
      .getByRole("link")
      .click();
    await page.getByRole("region", { name: "Rates" }).getByText("Rows read for answers").waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a test of the kind runs already, or somebody may not, then that is said; a run of nobody is gone", async () => {
    const { page, close } = await service.open("/performance", { routes: true });
    await page.route("**/api/performance-tests/dashboard", (route) =>
      route.fulfill({
        status: 409,
        json: { detail: 'A run of "performance-test.dashboard" is in progress; one at a time.' },
      }),
    );
    await page.getByRole("button", { name: "Start: Dashboards" }).click();
    await page
      .getByRole("form", { name: "Dashboards" })
      .getByText(/one at a time/)
      .waitFor();
    await page.goto(`${service.url}/performance/00000000-0000-4000-8000-000000000000`);
    await page.getByRole("heading", { name: "This run is not there any more" }).waitFor();
    await close();
    const { cookie } = await service.createUser({ username: "no-tests", permissions: ["search_events"] });
    const guest = await service.open("/performance", { cookie });
    await guest.page.getByText("It takes the permission “run_performance_tests”.").waitFor();
    await guest.close();
  });

  test("when the reader speaks German, then so does the page", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/login");
    await page.evaluate("localStorage.setItem('vigie.language', 'de')");
    await page.goto(`${service.url}/performance`);
    await page.getByRole("form", { name: "Was trägt diese Maschine?" }).waitFor();
    await page.getByRole("button", { name: "Starten: Parserregeln" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
