import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs, until } from "../../support/patience.ts";
import { countSamples, sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("reports", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const programs = { type: "TopN", params: { field: "program", time_range: { preset: "last_24_hours" } } };
  const order = async (title: string, fields: object = {}) => {
    const made = await service.call("POST", "/api/reports", {
      body: { title, format: "csv", query: programs, ...fields },
    });
    if (made.status !== 202) throw new Error(made.text);
    const { id } = made.body;
    await until(async () => (await service.call("GET", `/api/reports/${id}`)).body.status === "SUCCESS", "it is made");
    return id as number;
  };

  test("when one is made by keyboard, then it shows before what will be in it, and has it after", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/reports");
    await page.getByRole("heading", { name: "There is no report yet" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press("n");
    await page.waitForURL(/\/reports\/new$/);
    await page.getByRole("textbox", { name: "Title" }).fill("Programs");
    await page.getByRole("combobox", { name: "It shows" }).click();
    await page.getByRole("option", { name: "The most frequent values of a field" }).click();
    const outlook = page.getByRole("region", { name: "What it would show now" });
    await outlook.getByRole("listitem").filter({ hasText: "sshd" }).waitFor();
    const over = async (name: string) => {
      await page.getByRole("combobox", { name: "Over" }).click();
      await page.getByRole("option", { name }).click();
    };
    await over("between two times");
    await outlook.getByRole("listitem").filter({ hasText: "sshd" }).waitFor();
    await page.getByLabel("From").fill("2001-02-03T04:05:06");
    await page.getByLabel("To", { exact: true }).fill("2000-01-01T00:00:00");
    await page.getByText("The end comes before the beginning.").waitFor();
    await outlook.getByRole("alert").waitFor();
    expect(await findBarriers()).toEqual([]);
    await over("the last … (your own)");
    await page.getByRole("textbox", { name: "The last" }).fill("3");
    await outlook.getByRole("listitem").filter({ hasText: "sshd" }).waitFor();
    await page.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: /^CSV/ }).click();
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/api/reports"),
    );
    await page.keyboard.press("Control+s");
    await page.waitForURL(/\/reports\?report=\d+$/);
    expect((await sent).postDataJSON().query.params.time_range).toEqual({ preset: "last_3_hours" });
    const panel = page.getByRole("complementary", { name: "Programs" });
    const rows = panel.getByRole("table", { name: "The first rows" });
    await rows.getByRole("row", { name: `sshd ${countSamples(({ program }) => program === "sshd")}` }).waitFor();
    expect(await findBarriers()).toEqual([]);
    const coming = page.waitForEvent("download");
    await panel.getByRole("link", { name: "Download" }).click();
    expect(readFileSync(await (await coming).path(), "utf8")).toMatch(/^name,count\r\nsshd,/);
    await page.goBack();
    await page.waitForURL(/\/reports\/new$/);
    // Times the wrong way round were refused.
    expect(complaints.filter((said) => !said.includes("400 (Bad Request)"))).toEqual([]);
    await close();
  });

  test("when it is deleted, then it is asked first; when it is gone meanwhile, then that is said", async () => {
    const id = await order("To be deleted");
    const { page, complaints, fitsWidth, findBarriers, close } = await service.open(`/reports?report=${id}`, {
      context: phone,
    });
    await page.getByRole("button", { name: "Delete the report" }).click();
    expect(await fitsWidth()).toBe(true);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete the report" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("“To be deleted” is deleted.").waitFor();
    expect((await service.call("GET", `/api/reports/${id}`)).status).toBe(404);
    expect(complaints).toEqual([]);
    await page.goto(`${service.url}/reports?report=${id}`);
    await page.getByRole("heading", { name: "This report is not there any more" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await close();
  });

  test("when the service refuses, then it says why, and what was written stays", async () => {
    const { page, close } = await service.open("/reports/new", { routes: true });
    await page.getByRole("textbox", { name: "Title" }).fill("Refused");
    const answers = [
      [403, "You may not do that"],
      [409, "Limit reached: 1000 reports per user."],
      [413, "That is too large"],
      [429, "Too much at a time"],
      [503, "vigie cannot do that now"],
    ] as const;
    for (const [status, said] of answers) {
      await page.route("**/api/reports", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status, json: { detail: "Limit reached: 1000 reports per user." } })
          : route.fallback(),
      );
      await page.getByRole("button", { name: "Make it" }).click();
      await page.getByRole("alert").getByText(said).waitFor();
      await page.unroute("**/api/reports");
    }
    await page.route("**/api/reports", (route) => route.abort());
    await page.getByRole("button", { name: "Make it" }).click();
    await page.getByRole("alert").getByText("vigie cannot be reached").waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Refused");
    await close();
  });

  test("when a dashboard is chosen, then its widgets are shown; when what is written is left, then it is asked", async () => {
    const widget = { type: "TopN", title: "Programs of the hall", config: { field: "program", view_type: "list" } };
    await service.call("POST", "/api/dashboards", { body: { title: "Screen in the hall", widgets: [widget] } });
    const { page, complaints, close } = await service.open("/reports");
    await page.getByRole("button", { name: "New report" }).first().click();
    await page.getByRole("textbox", { name: "Title" }).fill("Hall");
    await page.getByRole("radio", { name: "A dashboard" }).press(" ");
    await page.getByRole("combobox", { name: "Which dashboard" }).click();
    await page.getByRole("option", { name: "Screen in the hall" }).click();
    await page
      .getByRole("article", { name: /Programs of the hall/ })
      .getByText("sshd")
      .waitFor();
    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
    expect(new URL(page.url()).pathname).toBe("/reports/new");
    await page.evaluate("history.back()");
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/reports$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when there are ten thousand, then only those in sight are read, and the last can be reached", async () => {
    const { page, complaints, close } = await service.open("/login");
    const report = (at: number) => ({
      ...{ id: 10_000 - at, title: `Report ${10_000 - at}`, owner: { id: 1, username: "admin", fullname: "" } },
      ...{ status: "SUCCESS", source_type: "query", source_id: null, schedule_id: null, format: "csv" },
      ...{ file_name: "r.csv", content_type: "text/csv", size: 10, progress: 100, created_at: 1_795_000_000 },
      ...{ finished_at: 1_795_000_001, error: null, deliveries: [] },
    });
    await page.route("**/api/reports?*", (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [at, size] = [Number(query.get("page") ?? 1) - 1, Number(query.get("page_size"))];
      const objects = query.has("status") ? [] : Array.from({ length: size }, (_, index) => report(at * size + index));
      return route.fulfill({ json: { objects, item_count: query.has("status") ? 0 : 10_000 } });
    });
    await page.goto(`${service.url}/reports`);
    const grid = page.getByRole("grid", { name: "Reports" });
    await grid.getByText("Report 10000", { exact: true }).waitFor();
    expect(await grid.getByRole("row").count()).toBeLessThan(60);
    await grid.press("End");
    await grid.getByText("Report 1", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when an export is begun, then it goes on under another page, can be stopped there, and saved again when done", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_2_hours&q=program:sshd", {
      routes: true,
    });
    await page.locator('[role="grid"]').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/query/*/export*", async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    const isMade = "vigie makes the file; nothing of it has come yet.";
    const begin = async () => {
      await page.keyboard.press("e");
      const dialog = page.getByRole("dialog", { name: "Export" });
      await dialog.getByRole("button", { name: "Export" }).click();
      await dialog.getByRole("progressbar").waitFor();
      await dialog.getByText(isMade).waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    };
    await begin();
    await begin();
    await page.getByRole("link", { name: "Reports", exact: true }).click();
    await page
      .getByRole("navigation", { name: "Parts of this page" })
      .getByRole("link", { name: /^Exports/ })
      .click();
    const here = page.getByRole("region", { name: "Coming to this browser" });
    expect(await here.getByRole("listitem").count()).toBe(2);
    expect(await here.getByText(isMade).count()).toBe(2);
    expect(await findBarriers()).toEqual([]);
    const file = {
      type: "Search",
      format: "csv",
      file_name: "sent-to-another.csv",
      started_at: Math.floor(Date.now() / 1000),
    };
    await page.route("**/api/exports", (route) =>
      route.fulfill({ json: { objects: [{ qid: "0".repeat(32), ...file }] } }),
    );
    const elsewhere = page.getByRole("region", { name: "Coming to another browser or program of yours" });
    await elsewhere.getByText("sent-to-another.csv").waitFor();
    await page.unroute("**/api/exports");
    await elsewhere.waitFor({ state: "detached" });
    await here.getByRole("button", { name: "Stop “Events”" }).first().click();
    await here.getByText("Stopped", { exact: false }).waitFor();
    const coming = page.waitForEvent("download");
    held.resolve();
    expect((await coming).suggestedFilename()).toMatch(/^query-Search-\d+\.csv$/);
    await here.getByText(/^Saved/).waitFor();
    const again = page.waitForEvent("download");
    await here.getByRole("button", { name: /^Save “query-Search.* again$/ }).click();
    const lines = readFileSync(await (await again).path(), "utf8")
      .trim()
      .split(/\r?\n/);
    expect(lines.length - 1).toBe(countSamples(({ program }) => program === "sshd"));
    for (let left = 2; left > 0; left--)
      await here
        .getByRole("button", { name: /^Take .* off the list$/ })
        .first()
        .click();
    await page.getByRole("heading", { name: "No export is in progress" }).waitFor();
    expect(complaints.filter((said) => !said.includes("ERR_ABORTED"))).toEqual([]);
    await close();
  });
});
