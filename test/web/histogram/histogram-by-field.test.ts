import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../../support/browser/browser.ts";
import { chooseItem } from "../../support/browser/choose-item.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";
import { countSamples, sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("a histogram by a field", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const written = (count: number) => count.toLocaleString("en");
  const found = (page: Page, count: number) =>
    page.locator("output").getByText(written(count), { exact: true }).waitFor();
  const figureOf = (page: Page, label: string, count: number) =>
    page.getByRole("button", { name: `Only ${label} ${written(count)}`, exact: true });

  test("when a field is chosen by keys, then bars and figures tell its values apart, and back undoes it", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_2_hours");
    await page.getByRole("button", { name: "Bars by severity. Choose another field" }).press("Enter");
    await chooseItem(page, { name: "program", exact: true });
    await page.waitForURL(/split=program(&|$)/);
    for (const program of ["sshd", "nginx", "orders"])
      await figureOf(
        page,
        program,
        countSamples((event) => event.program === program),
      ).waitFor();
    const bars = page.getByRole("slider", { name: /^Events over time, by program/ });
    await bars.focus();
    for (let step = 0; step < 60; step++) await page.keyboard.press("ArrowLeft");
    expect(await bars.getAttribute("aria-valuetext")).toMatch(/: \d+ sshd, \d+ nginx/);
    expect(await findBarriers()).toEqual([]);
    await page.goBack();
    await page.getByRole("slider", { name: /^Events over time, by severity/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when some events lack the field, then they are counted as such, and a click shows these alone", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours");
    await page.getByRole("button", { name: "What to do with user" }).press("Enter");
    await chooseItem(page, { name: "Colour the bars by it" });
    const lacking = countSamples(({ user }) => user === undefined);
    await figureOf(
      page,
      "u1",
      countSamples(({ user }) => user === "u1"),
    ).waitFor();
    await figureOf(page, "without user", lacking).click();
    await page.waitForURL(/q=-user/);
    await found(page, lacking);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it has more values than colours, then the rest is one, and a phone has room for them", async () => {
    const ts = Date.now() / 1000 - 60;
    const message = "one of many";
    await service.store(Array.from({ length: 20 }, (_, index) => ({ ts, host: `many-${index}`, message })));
    const { page, complaints, findBarriers, fitsWidth, close } = await service.open(
      "/search?t=last_2_hours&split=host&q=many",
      { context: { ...phone, colorScheme: "dark" } },
    );
    await figureOf(page, "many-0", 1).waitFor();
    await page.getByText("others", { exact: true }).first().waitFor();
    expect(await page.getByRole("button", { name: /^Only many-/ }).count()).toBe(6);
    expect(await findBarriers()).toEqual([]);
    expect(await fitsWidth()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the search becomes a widget, then its bars tell the same values apart", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours&split=program");
    await figureOf(
      page,
      "nginx",
      countSamples(({ program }) => program === "nginx"),
    ).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await chooseItem(page, { name: "As a widget of a dashboard" });
    const dialog = page.getByRole("dialog", { name: "A widget of this search" });
    await dialog.getByText("nginx", { exact: true }).first().waitFor();
    await dialog.getByRole("button", { name: "Save the widget" }).press("Enter");
    await page.getByText("The widget lies on the dashboard").waitFor();
    const { body } = await service.call("GET", "/api/dashboards");
    const config = { q: "", field: "program", view_type: "time_chart_bars", limit: 6, show_other: true };
    expect(body.objects[0].widgets[0]).toMatchObject({ type: "TopN", config });
    await page.getByRole("link", { name: "Open it" }).press("Enter");
    await page.waitForURL(/dashboards\/\d+/);
    await page.getByText("nginx", { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is refused, then the page says why and leads back to severities", async () => {
    const { page, close } = await service.open("/welcome");
    await page.route("**/api/query", async (route) => {
      if (!/"field":"host".*"show_other":true/.test(route.request().postData() ?? "")) return await route.fallback();
      if (!/"with_subperiods":true/.test(route.request().postData() ?? "")) return await route.fallback();
      await route.fulfill({ status: 422, json: { detail: "Too many values.", request_id: "7" } });
    });
    await page.goto(`${service.url}/search?t=last_2_hours&split=host`);
    await page.getByRole("alert").getByText("Too many values.").waitFor();
    await page.getByRole("button", { name: "by severity" }).press("Enter");
    await page.getByRole("slider", { name: /^Events over time, by severity/ }).waitFor();
    await close();
  });
});
