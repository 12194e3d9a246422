import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";

describe.skipIf(browserPath === undefined)("what the search counts", () => {
  let service: PageService;
  /** The beginning of an hour. */
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600 - 7_200;
  beforeAll(async () => {
    service = await startPageService();
    const seconds = Array.from({ length: 3_600 }, (_, index) => hour + index);
    await service.store(
      seconds.map((ts) => ({ ts, host: "web-1", program: "shop", severity: 6, message: "the same again" })),
    );
  }, patienceMs);
  afterAll(() => service?.close());

  test("when bars reach beyond the range, then occurrences and values are those of the range alone", async () => {
    const { page, complaints, close } = await service.open(`/search?t=${hour + 601}..${hour + 1_199}`);
    await page.locator("output").getByText("598 occurrences", { exact: true }).waitFor();
    await page.getByRole("complementary", { name: "Fields" }).getByText("598", { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a column bears the name of what all objects have, then it is a column", async () => {
    const { page, complaints, close } = await service.open(
      `/search?t=${hour}..${hour + 60}&cols=__proto__,constructor`,
    );
    await page.getByText("__proto__", { exact: true }).first().waitFor();
    await page.getByText("the same again").first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the range ends between bars of the usual length, then patterns and groups have shorter ones", async () => {
    const { page, complaints, close } = await service.open(`/search?t=${hour + 610}..${hour + 1_190}&view=groups`);
    await page.getByText(/^580 occurrences have program/).waitFor();
    await page.getByText("Patterns", { exact: true }).click();
    await page.getByText(/^580 occurrences of 1 pattern/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when all there is was asked, then the headline and the courses begin with the first event", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_240_months&view=patterns");
    const barsOf = async () => (await page.locator("table svg path").first().getAttribute("d"))?.split("M").length ?? 0;
    await page.locator("table svg path").first().waitFor();
    expect(await barsOf()).toBeGreaterThan(5);
    const headline = page.locator("output", { hasText: "3,600 occurrences" });
    expect(await headline.textContent()).not.toContain(String(new Date().getFullYear() - 20));
    await page.getByText("Groups", { exact: true }).click();
    await page.getByText(/^3,600 occurrences have program/).waitFor();
    expect(await barsOf()).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
    await close();
  });
});
