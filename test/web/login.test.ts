import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, leaveBrowser, openBrowser, phone, type Visit, visit } from "../support/browser/browser.ts";
import { patienceMs } from "../support/patience.ts";
import { adminPassword, type Service, startService } from "../support/service/start-service.ts";

describe.skipIf(browserPath === undefined)("logging in", () => {
  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
  }, patienceMs);
  afterAll(async () => {
    await leaveBrowser(browser);
    await service?.close();
  });

  async function comeAsGuest(path: string, options = {}): Promise<Visit> {
    const reader = await visit(browser, { url: service.url, ...options });
    await reader.page.goto(`${service.url}${path}`);
    await reader.page.getByRole("heading", { name: "vigie" }).waitFor();
    return reader;
  }

  test("when a guest opens any page, then he logs in by keyboard alone and is where he wanted to go", async () => {
    const { page, complaints, close } = await comeAsGuest("/search?q=host%3Aweb");
    await page.keyboard.type("admin");
    await page.keyboard.press("Tab");
    await page.keyboard.type(adminPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    expect(page.url()).toBe(`${service.url}/search?q=host%3Aweb`);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the password is wrong, then that is said, and nothing is shown", async () => {
    const { page, close } = await comeAsGuest("/");
    await page.getByLabel("User name").fill("admin");
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    await page.getByRole("button", { name: "Log in" }).click();
    await page
      .getByRole("alert")
      .getByText(/user name|password/i)
      .waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    await close();
  });

  test("when the session ends, by one's own hand or elsewhere, then the page asks to log in again", async () => {
    const { page, complaints, close } = await comeAsGuest("/welcome");
    const comeIn = async () => {
      await page.getByLabel("User name").fill("admin");
      await page.getByLabel("Password", { exact: true }).fill(adminPassword);
      await page.getByRole("button", { name: "Log in" }).click();
    };
    await comeIn();
    const file = { name: "own.log", mimeType: "text/plain", buffer: Buffer.from("a line\n") };
    await page.getByLabel("Log file", { exact: true }).setInputFiles(file);
    await page.getByText("1 event of own.log is stored").waitFor();
    await page.getByRole("button", { name: "admin, settings" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "vigie" }).waitFor();
    expect((await page.context().cookies()).filter(({ name }) => name === "sessionid")).toEqual([]);
    // Whoever comes next sees nothing of what was done here.
    await comeIn();
    await page.getByRole("button", { name: "Choose files" }).waitFor();
    expect(await page.getByText("own.log").count()).toBe(0);
    // What was being asked as the session ended is answered 401.
    expect(complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
    await close();
  });

  test.each([
    ["light", {}],
    ["dark", {}],
    ["light", phone],
    ["dark", phone],
  ] as const)(
    "when it is looked at in %s colours, then nothing stands in anybody's way",
    async (colorScheme, device) => {
      const { findBarriers, fitsWidth, close } = await comeAsGuest("/", { context: { ...device, colorScheme } });
      expect(await findBarriers()).toEqual([]);
      expect(await fitsWidth()).toBe(true);
      await close();
    },
  );
});
