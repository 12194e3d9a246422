import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs, until } from "../../support/patience.ts";

describe.skipIf(browserPath === undefined)("what the service tells of itself", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    const token = (
      await service.call("POST", "/api/authtokens", {
        body: { token_type: "INGEST", bytes_per_day: 10, description: "Shop" },
      })
    ).body;
    const sent = await service.call("POST", "/incoming", { token: token.secret_key, body: [{ message: "ten bytes" }] });
    expect(sent.status).toBe(200);
    const told = async () => (await service.call("GET", "/api/notifications")).body.item_count;
    await until(async () => (await told()) === 1, "the quota is told");
  }, patienceMs);
  afterAll(() => service?.close());

  test("when it is read, then it leads to what it is about, and a reader of German reads German", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/notifications");
    await page.getByText(/^Token ingest-[0-9a-f]{12} has used up its quota$/).click();
    await page.getByRole("heading", { name: "has used up its quota" }).waitFor();
    await page.getByRole("link", { name: "Show what it is about" }).click();
    await page.getByRole("grid", { name: "Tokens" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "has used up its quota" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("Deutsch");
    await page.keyboard.press("Enter");
    await page
      .getByRole("heading", { name: /^Schlüssel ingest-[0-9a-f]{12} hat sein Kontingent verbraucht$/ })
      .waitFor();
    await page.getByText("Shop: 0 MB am Tag. Was er sendet, wird bis Mitternacht UTC abgewiesen.").first().waitFor();
    await page.getByRole("link", { name: "Zeigen, worum es geht" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
