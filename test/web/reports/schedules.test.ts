import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs, until } from "../../support/patience.ts";
import { sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("schedules of reports", () => {
  let service: PageService;
  let other: Server;
  let answer = 200;
  beforeAll(async () => {
    service = await startPageService({ webhookAllow: ["127.0.0.1"] });
    await service.store(sampleEvents());
    other = createServer((request, response) => {
      request.resume();
      response.statusCode = answer;
      response.end("so it is");
    }).listen(0, "127.0.0.1");
  }, patienceMs);
  afterAll(async () => {
    other?.close();
    await service?.close();
  });

  const hook = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook`;
  const scheduleOf = async (id: number) => (await service.call("GET", `/api/report-schedules/${id}`)).body;
  const make = async (title: string, fields: object = {}) => {
    const query = { type: "TopN", params: { field: "program" } };
    const body = { title, format: "csv", cron: "0 7 * * 1-5", timezone: "Europe/Berlin", query, ...fields };
    const made = await service.call("POST", "/api/report-schedules", { body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body.id as number;
  };

  test("when one is written in words, then it is said back with its next times, saved, and runs on demand", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/reports/schedules");
    await page.getByRole("heading", { name: "Nothing is scheduled yet" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Title" }).fill("For Monday");
    const plan = page.getByRole("textbox", { name: "In words, or as cron" });
    await plan.fill("every full moon");
    await page.getByText("This is not understood.").waitFor();
    expect(await page.getByRole("button", { name: "Schedule it" }).isDisabled()).toBe(true);
    await plan.fill("every Monday at 8 in Asia/Tokyo");
    await page.getByText(/^At 08:00, only on Monday, by the clock of Asia\/Tokyo/).waitFor();
    await plan.fill("tuesdays and fridays at 7:30");
    await page.getByText(/^At 07:30, only on Tuesday and Friday, by the clock of /).waitFor();
    expect(await page.getByRole("region", { name: "When" }).getByRole("time").count()).toBe(3);
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("checkbox", { name: "Call another service when it is ready" }).check();
    await page.getByRole("textbox", { name: "Address" }).fill(hook());
    await page.keyboard.press("Control+s");
    await page.waitForURL(/\/reports\/schedules\/\d+$/);
    const id = Number(/\d+$/.exec(page.url())![0]);
    expect(await scheduleOf(id)).toMatchObject({ cron: "30 7 * * 2,5", webhook: { url: hook() } });
    await page.getByRole("button", { name: "Run now" }).click();
    const made = page.getByRole("region", { name: "What it has made" });
    await made.getByText("arrived", { exact: false }).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a delivery fails, then the cause stands at the report, at the schedule and in the list", async () => {
    answer = 410;
    const id = await make("Nobody wants it", { webhook: { url: hook() } });
    await service.call("POST", `/api/report-schedules/${id}/run`);
    await until(async () => (await scheduleOf(id)).last_error !== null, "it failed");
    answer = 200;
    const { page, complaints, findBarriers, fitsWidth, close } = await service.open("/reports/schedules", {
      context: phone,
    });
    const row = page.getByRole("row").filter({ hasText: "Nobody wants it" });
    await row.getByText("the last run failed").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await row.getByRole("switch", { name: "“Nobody wants it” is switched on" }).press(" ");
    await until(async () => (await scheduleOf(id)).is_active === false, "it is off");
    await row.getByText("Nobody wants it").click();
    const made = page.getByRole("region", { name: "What it has made" });
    await made
      .getByText(/answered 410/)
      .first()
      .waitFor();
    await made.getByRole("listitem").first().getByRole("link").click();
    await page
      .getByRole("list", { name: "Where it went" })
      .getByText(/answered 410/)
      .waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a mail reaches some of its recipients, then it is not said that it did not arrive", async () => {
    const answer = (await service.call("GET", "/api/reports?page_size=1")).body.objects[0];
    const error = "The mail server took it for a@example.org and refused b@example.org.";
    const mail = { kind: "mail", place: "a@example.org, b@example.org", state: "failed", error, at: answer.created_at };
    const { page, findBarriers, close } = await service.open("/reports");
    await page.route(`**/api/reports/${answer.id}`, (route) =>
      route.fulfill({ json: { ...answer, status: "SUCCESS", format: "pdf", deliveries: [mail] } }),
    );
    await page.goto(`${service.url}/reports?report=${answer.id}`);
    await page.getByRole("list", { name: "Where it went" }).getByText("arrived, but not everywhere").waitFor();
    // A made PDF is a tab away, and need not be saved.
    const link = page.getByRole("link", { name: "Show in a new tab" });
    expect(await link.getAttribute("href")).toBe(`/api/reports/${answer.id}/file?show=true`);
    expect(await findBarriers()).toEqual([]);
    await close();
  });

  test("when it has what the form does not show, then a change of its title leaves that as it is", async () => {
    const filter = [{ field: "host", op: "eq", value: "web-1", ignore_case: true }];
    const query = { type: "Patterns", params: { filter, order: "rarest", limit: 7 } };
    const id = await make("Rare ones", { query });
    const { page, close } = await service.open(`/reports/schedules/${id}`);
    await page.getByText("More than this form shows stays as it is.").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("The rarest");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("“The rarest” is saved.").waitFor();
    expect(await scheduleOf(id)).toMatchObject({ title: "The rarest", query });
    // Somebody else changes another field, then the same.
    await service.call("PATCH", `/api/report-schedules/${id}`, { body: { keep_last: 3 } });
    await page.getByRole("textbox", { name: "Title" }).fill("The very rarest");
    await page.keyboard.press("Control+s");
    await page.getByText("“The very rarest” is saved.").waitFor();
    expect(await scheduleOf(id)).toMatchObject({ title: "The very rarest", keep_last: 3 });
    await service.call("PATCH", `/api/report-schedules/${id}`, { body: { title: "Theirs" } });
    await page.getByRole("textbox", { name: "Title" }).fill("Mine");
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Somebody has changed the same meanwhile" });
    await dialog.getByRole("button", { name: "Save mine" }).waitFor();
    expect((await scheduleOf(id)).title).toBe("Theirs");
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await page.getByText("“Mine” is saved.").waitFor();
    await close();
  });

  test("when the reader speaks German, then plans are understood and said back in German", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/login");
    await page.evaluate("localStorage.setItem('vigie.language', 'de')");
    await page.goto(`${service.url}/reports/schedules/new`);
    await page.getByRole("textbox", { name: "Titel" }).fill("Für den Montag");
    await page.getByRole("textbox", { name: "In Worten, oder als cron" }).fill("werktags um 6:15");
    await page.getByText(/^Um 06:15, Montag bis Freitag, nach der Uhr von /).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Planen" }).click();
    await page.getByText("„Für den Montag“ ist geplant.").waitFor();
    await page.waitForURL(/\/schedules\/\d+$/);
    expect(await scheduleOf(Number(/\d+$/.exec(page.url())![0]))).toMatchObject({ cron: "15 6 * * 1-5" });
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is gone, then its page says so", async () => {
    const { page, close } = await service.open("/reports/schedules/999999");
    await page.getByRole("heading", { name: "This schedule is not there any more" }).waitFor();
    await close();
  });
});
