import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, leaveBrowser, openBrowser, visit } from "../support/browser/browser.ts";
import { patienceMs } from "../support/patience.ts";
import { builtExecutable } from "../support/service/built-executable.ts";
import { type ServiceProcess, startServiceProcess, testPassword } from "../support/service/service-process.ts";

describe("the page out of the executable", () => {
  let service: ServiceProcess;
  let browser: Browser | undefined;
  let folder: string;
  const named = process.env.VIGIE_TEST_EXECUTABLE;
  beforeAll(async () => {
    process.env.VIGIE_TEST_EXECUTABLE = builtExecutable();
    folder = mkdtempSync(join(tmpdir(), "vigie-page-"));
    service = await startServiceProcess(folder);
    if (browserPath !== undefined) browser = await openBrowser();
  }, patienceMs);
  afterAll(async () => {
    if (named === undefined) delete process.env.VIGIE_TEST_EXECUTABLE;
    await leaveBrowser(browser);
    await service?.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  test("when its script is asked for, then it comes in the smallest form the client takes, the same in each", async () => {
    const document = await fetch(`${service.url}/`, { headers: { accept: "text/html" } });
    const script = /src="(\/assets\/main-[^"]+\.js)"/.exec(await document.text())![1]!;
    const get = async (coding: string) => {
      const headers = { "accept-encoding": coding };
      const response = await fetch(`${service.url}${script}`, { headers, decompress: false });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { coding: response.headers.get("content-encoding"), bytes };
    };
    const [brotli, gzip, plain] = await Promise.all(["gzip, br", "gzip, br;q=0", "identity"].map(get));
    expect([brotli!.coding, gzip!.coding, plain!.coding]).toEqual(["br", "gzip", null]);
    expect(brotli!.bytes.length).toBeLessThan(gzip!.bytes.length);
    expect(Buffer.from(Bun.gunzipSync(gzip!.bytes)).equals(Buffer.from(plain!.bytes))).toBe(true);
  });

  test.skipIf(browserPath === undefined)(
    "when somebody logs in, sends a line and searches it, then all of it works without anything from elsewhere",
    async () => {
      const { page, complaints, close } = await visit(browser!, { url: service.url });
      await page.goto(`${service.url}/`);
      await page.getByLabel("User name").fill("admin");
      await page.getByLabel("Password", { exact: true }).fill(testPassword);
      await page.keyboard.press("Enter");
      await page.getByLabel("Log file", { exact: true }).setInputFiles({
        name: "shop.log",
        mimeType: "text/plain",
        buffer: Buffer.from("payment refused\npayment taken\n"),
      });
      await page.getByText("2 events of shop.log are stored").waitFor();
      await page.keyboard.press("g");
      await page.keyboard.press("s");
      await page.locator(".cm-content").click();
      await page.keyboard.type("refused");
      await page.keyboard.press("Enter");
      await page.locator("mark").getByText("refused").waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );
});
