import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";
import { countSamples, sampleEvents } from "../sample-events.ts";

describe.skipIf(browserPath === undefined)("a line that is written and not ended with Enter", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
  const countOf = (wanted: string) => countSamples(({ program }) => program === wanted);
  const found = (page: Page, count: number) =>
    page.locator("output").getByText(count.toLocaleString("en"), { exact: true }).waitFor();

  async function open() {
    const visit = await service.open("/search?t=last_2_hours");
    const { page } = visit;
    await found(
      page,
      countSamples(() => true),
    );
    const write = async (text: string) => {
      await page.locator(".cm-content").focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
    };
    return { ...visit, write };
  }

  test("when another time or another view is chosen, then the line is asked for it", async () => {
    const { page, complaints, close, write } = await open();
    await write("program:sshd");
    await page.getByRole("button", { name: "Last 2 hours" }).click();
    await page.getByRole("button", { name: "Last 6 hours" }).click();
    await found(page, countOf("sshd"));
    expect(parameter(page, "q")).toBe("program:sshd");
    await write("program:nginx");
    await page.getByText("Patterns", { exact: true }).click();
    await found(page, countOf("nginx"));
    expect(await page.getByRole("listbox").count()).toBe(0);
    expect(parameter(page, "view")).toBe("patterns");
    await page.goBack();
    await found(page, countOf("sshd"));
    expect(parameter(page, "view")).toBe(null);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is asked again by hand, or narrowed to a value, then that is done to the line", async () => {
    const { page, complaints, close, write } = await open();
    await write("-program:orders");
    await page.getByRole("button", { name: "Ask again", exact: true }).click();
    await found(
      page,
      countSamples(({ program }) => program !== "orders"),
    );
    await write("severity>=0");
    await page
      .getByRole("complementary", { name: "Fields" })
      .getByTitle(/^Only program:nginx/)
      .click();
    await found(page, countOf("nginx"));
    expect(parameter(page, "q")).toBe("severity>=0 program:nginx");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when something is made of the search, then it is made of the line", async () => {
    const { page, complaints, close, write } = await open();
    await write("program:sshd");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("menuitem", { name: "As a trigger" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await dialog.getByLabel("Name").inputValue()).toBe("program:sshd");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await write("program:nginx");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await dialog.getByText(new RegExp(`^${countOf("nginx").toLocaleString("en")} events`)).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when somebody asks for help, then it says what a line can say", async () => {
    const { page, findBarriers, complaints, close } = await open();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard and query line" });
    await dialog.getByText("(host:db* | program:sshd) severity<=4", { exact: true }).scrollIntoViewIfNeeded();
    await dialog.getByText("messages with this word, in any case", { exact: true }).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the line is wrong, then it says so, and what was asked stays", async () => {
    const { page, complaints, close, write } = await open();
    await write("program:(nginx");
    await page.getByText("Patterns", { exact: true }).click();
    await page
      .getByRole("alert")
      .getByText(/^Column 9: /)
      .waitFor();
    expect(await page.getByRole("radio", { name: "Events", exact: true }).isChecked()).toBe(true);
    expect(new URL(page.url()).search).toBe("?t=last_2_hours");
    expect(await page.locator(".cm-content").textContent()).toBe("program:(nginx");
    expect(complaints).toEqual([]);
    await close();
  });
});
