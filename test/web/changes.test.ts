import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs } from "../support/patience.ts";
import { countSamples, sampleEvents, startSeconds } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("what changed, patterns, markers and saved searches", () => {
  let service: PageService;
  /** Behind all samples; from here on the disk is full. */
  const deploy = startSeconds + 2_400;
  beforeAll(async () => {
    service = await startPageService();
    const full = Array.from({ length: 60 }, (_, index) => ({
      ts: deploy + index,
      host: "db-1",
      program: "orders",
      severity: 2,
      message: `disk ${index} is full`,
    }));
    await service.store([...sampleEvents(), ...full]);
    const marker = { title: "deploy 2.4.1", time: deploy, tags: ["deploy"] };
    const { status } = await service.call("POST", "/api/markers", { body: marker });
    expect(status).toBe(201);
  }, patienceMs);
  afterAll(() => service?.close());

  test("when one asks what changed since a marker, then what is new and gone is listed, a click from its events", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/changes");
    await page.getByRole("combobox", { name: "Compared with" }).click();
    await page.getByRole("option", { name: /^deploy 2\.4\.1/ }).click();
    const rows = page.getByRole("row");
    await rows.filter({ hasText: "New" }).filter({ hasText: "is full" }).getByText("60", { exact: true }).waitFor();
    await rows.filter({ hasText: "Gone" }).filter({ hasText: "opened" }).waitFor();
    expect(page.url()).toContain("since=1");
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    await rows.filter({ hasText: "is full" }).getByRole("button").press("Enter");
    await page.locator("output").getByText("60", { exact: true }).waitFor();
    await page.goBack();
    const opened = rows.filter({ hasText: "opened" });
    const before = (await opened.getByRole("cell").nth(2).textContent())!;
    await opened.getByRole("button").press("Enter");
    await page.locator("output").getByText(before, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when another time to compare with is chosen while a line is not ended with Enter, then both are asked", async () => {
    const { page, complaints, close } = await service.open("/changes");
    await page.locator(".cm-content").focus();
    await page.keyboard.insertText("host:db-1");
    await page.getByRole("combobox", { name: "Compared with" }).click();
    await page.getByRole("option", { name: /^deploy 2\.4\.1/ }).click();
    await page.getByRole("row").filter({ hasText: "is full" }).getByText("60", { exact: true }).waitFor();
    expect(decodeURIComponent(page.url())).toContain("q=host:db-1");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when one asks what is special about some events, then what they have in common stands first", async () => {
    const { page, complaints, findBarriers, fitsWidth, close } = await service.open(
      "/changes?view=special&t=last_2_hours&about=severity%3C%3D3",
      { context: phone },
    );
    const first = page.getByRole("row").nth(1);
    await first.getByText("orders", { exact: true }).waitFor();
    await first.getByText("100.0 %").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the events were narrowed before, then what is special says so, and can look among all again", async () => {
    const { page, complaints, findBarriers, close } = await service.open(
      "/changes?view=special&t=last_2_hours&about=severity%3C%3D3&q=program%3Aorders",
    );
    await page.getByText("Among program:orders").waitFor();
    await page.getByText(/against 0 others/).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Compare with all others again" }).press("Enter");
    await page.waitForURL((address) => !address.searchParams.has("q"));
    await page.getByText(/against 0 others/).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await close();
  });

  test("when patterns are shown, then their counts are those of their events, and new ones are called so", async () => {
    const { page, complaints, findBarriers, close } = await service.open(
      `/search?view=patterns&t=${deploy - 600}..${deploy + 600}`,
    );
    const row = page.getByRole("row").filter({ hasText: "is full" });
    await row.getByText("60", { exact: true }).waitFor();
    await row.getByText("new", { exact: true }).waitFor();
    expect(await page.getByRole("row").filter({ hasText: "opened" }).getByText("new", { exact: true }).count()).toBe(0);
    expect(await findBarriers()).toEqual([]);
    await row.getByRole("button").first().click();
    await page.locator("output").getByText("60", { exact: true }).waitFor();
    expect(page.url()).toContain("pattern:");
    await page.getByText("disk 59 is full").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a marker is set by keyboard, then it stands on the histogram and among the times, and can be taken away", async () => {
    const { page, complaints, close } = await service.open("/search?t=last_2_hours");
    await page.locator('[role="grid"]').waitFor();
    await page.locator('[data-title="deploy 2.4.1"]').waitFor({ state: "attached" });
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Markers" });
    await dialog.getByLabel("What happened").fill("restart");
    await page.keyboard.press("Enter");
    await dialog.getByRole("listitem").filter({ hasText: "restart" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Time:/ }).click();
    await page.getByRole("button", { name: "Since deploy 2.4.1" }).click();
    await page.locator("output").getByText("60", { exact: true }).waitFor();
    await page.keyboard.press("m");
    await dialog.getByRole("button", { name: "Take away restart" }).click();
    await dialog.getByRole("listitem").filter({ hasText: "restart" }).waitFor({ state: "detached" });
    expect((await service.call("GET", "/api/markers")).body.item_count).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a search is saved, then it is found by name and shows the same; what was asked is in the history", async () => {
    const refused = countSamples(({ program }) => program === "nginx").toLocaleString("en");
    const { page, complaints, findBarriers, close } = await service.open(
      "/search?t=last_2_hours&q=refused&sort=old&cols=program",
    );
    await page.locator("output").getByText(refused, { exact: true }).waitFor();
    await page.keyboard.press("s");
    await page.getByLabel("Title").fill("Refusals");
    await page.keyboard.press("Enter");
    await page.getByText("“Refusals” is saved.").waitFor();
    await page.getByRole("link", { name: "Send events" }).click();
    await page.getByRole("heading", { name: "Send events" }).waitFor();
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.locator('[role="grid"]').waitFor();
    await page.keyboard.press("o");
    const dialog = page.getByRole("dialog", { name: "Searches" });
    await dialog.getByLabel("Find a search").fill("refus");
    await dialog.getByRole("button", { name: /^Refusals/ }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole("button", { name: /^Refusals/ }).click();
    await page.locator("output").getByText(refused, { exact: true }).waitFor();
    const address = new URL(page.url()).searchParams;
    expect([address.get("q"), address.get("t"), address.get("sort"), address.get("cols")]).toEqual([
      "refused",
      "last_2_hours",
      "old",
      "program",
    ]);
    await page.keyboard.press("h");
    await dialog.getByRole("tab", { name: "History" }).waitFor();
    await dialog.getByRole("listitem").filter({ hasText: "refused" }).waitFor();
    await dialog.getByRole("tab", { name: "Saved" }).click();
    await dialog.getByRole("button", { name: "Delete Refusals" }).click();
    await dialog.getByText("None yet").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
