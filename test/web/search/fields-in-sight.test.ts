import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";
import { sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("fields beside the events found", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  test("when no event that is shown has a field, then it stands below, until one has it", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_2_hours&q=program:sshd");
    const field = page.getByRole("button", { name: "user", exact: true });
    const elsewhere = page.getByRole("region", { name: "Not in the events shown" });
    await field.waitFor();
    expect(await elsewhere.getByRole("button", { name: "user", exact: true }).count()).toBe(0);
    await page.keyboard.press("/");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("program:nginx");
    await page.keyboard.press("Enter");
    await elsewhere.getByRole("button", { name: "user", exact: true }).waitFor();
    expect(await elsewhere.getByRole("button", { name: "program", exact: true }).count()).toBe(0);
    expect(await findBarriers()).toEqual([]);
    await page.goBack();
    await elsewhere.getByRole("button", { name: "user", exact: true }).waitFor({ state: "detached" });
    await field.waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when counting values is too much at a time, then it is done a little later by itself", async () => {
    const { page, close } = await service.open("/tail");
    let refused = 0;
    await page.route("**/api/query", async (route) => {
      const { type, params } = route.request().postDataJSON();
      if (type !== "TopN" || params.field !== "program" || refused === 2) return route.continue();
      refused += 1;
      await route.fulfill({ status: 429, headers: { "retry-after": "0" }, json: { detail: "Too many." } });
    });
    await page.goto(`${service.url}/search?t=last_2_hours`);
    await page.getByRole("complementary", { name: "Fields" }).getByText("nginx", { exact: true }).waitFor();
    expect(refused).toBe(2);
    await close();
  });

  test("when the pointer is at the fields, then none moves from under it", async () => {
    const { page, close } = await service.open("/search?t=last_2_hours&q=program:sshd");
    const field = page.getByRole("button", { name: "user", exact: true });
    const elsewhere = page.getByRole("region", { name: "Not in the events shown" });
    await field.hover();
    await page.keyboard.press("/");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("program:nginx");
    await page.keyboard.press("Enter");
    await page.locator("mark, [role=row]").getByText("connection refused by").first().waitFor();
    expect(await elsewhere.getByRole("button", { name: "user", exact: true }).count()).toBe(0);
    await page.mouse.move(900, 600);
    await elsewhere.getByRole("button", { name: "user", exact: true }).waitFor();
    await close();
  });
});
