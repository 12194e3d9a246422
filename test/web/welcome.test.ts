import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";

describe.skipIf(browserPath === undefined)("the first minutes", () => {
  let service: PageService;
  let folder: string;
  beforeAll(async () => {
    service = await startPageService();
    folder = mkdtempSync(join(tmpdir(), "vigie-upload-"));
  }, patienceMs);
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("when there is no event at all, then search and address lead to the page that tells how to send one", async () => {
    const { page, complaints, close } = await service.open("/search");
    await page.getByRole("heading", { name: "There is no event yet" }).waitFor();
    await page.getByRole("button", { name: "Send the first event" }).click();
    await page.getByRole("heading", { name: "Send events" }).waitFor();
    await page.goto(service.url);
    await page.waitForURL("**/welcome");
    await page.getByRole("heading", { name: "Send events" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when what the page shows is sent, then it says so, and the event is found", async () => {
    const { page, complaints, close } = await service.open("/welcome");
    await page.getByText("Waiting for the next event").waitFor();
    await page.getByRole("button", { name: "Make one" }).click();
    const shown = page.getByRole("tabpanel").locator("pre");
    await shown.getByText(/ingest-[0-9a-f]{48}/).waitFor();
    const command = (await shown.textContent())!;
    const sent = Bun.spawn(["bash", "-c", command], { stdout: "pipe", stderr: "ignore" });
    expect(await new Response(sent.stdout).text()).toContain('"accepted":1');
    await page.getByText("Received: 1 event since you opened this page.").waitFor();
    await page.getByRole("link", { name: "Look at them" }).click();
    await page.getByRole("gridcell", { name: "The first event" }).waitFor();
    await page.goto(service.url);
    await page.waitForURL("**/search");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a text is copied before there is a token, then what is pasted has one", async () => {
    const context = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page, complaints, close } = await service.open("/welcome", { context });
    await page.getByText("YOUR-TOKEN").waitFor();
    await page.getByRole("button", { name: "Copy: the text" }).click();
    await page.getByText("The text copied.").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toBe((await page.getByRole("tabpanel").locator("pre").textContent())!);
    expect(copied).toMatch(/Token ingest-[0-9a-f]{48}'/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a file is chosen, then its lines are stored and shown", async () => {
    const file = join(folder, "shop.log");
    writeFileSync(file, Array.from({ length: 500 }, (_, index) => `order ${index} placed\n`).join(""));
    const { page, complaints, close } = await service.open("/welcome");
    await page.getByLabel("Log file", { exact: true }).setInputFiles(file);
    await page.getByText("500 events of shop.log are stored").waitFor();
    await page.getByText("none but the message").waitFor();
    await page.getByRole("definition").getByText("shop", { exact: true }).waitFor();
    await page.getByText("500 lines, stored under the time they came").waitFor();
    await page.getByRole("region", { name: "Upload a log file" }).getByRole("link", { name: "Look at them" }).click();
    await page.locator("output").getByText("500", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when files are on their way, then they go on behind other pages, can be stopped, and are not lost unasked", async () => {
    const { page, complaints, close } = await service.open("/welcome", { routes: true });
    const linesOf = (name: string) => `${`${name} says something\n`.repeat(3)}`;
    const holds: (() => void)[] = [];
    await page.route("**/incoming/raw/*", async (route) => {
      await new Promise<void>((resolve) => holds.push(resolve));
      await route.continue().catch(() => undefined);
    });
    const files = ["first.log", "second.log", "third.log"].map((name) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from(linesOf(name)),
    }));
    await page.getByLabel("Log file", { exact: true }).setInputFiles(files.slice(0, 2));
    await page.getByText("second.log waits for its turn").waitFor();
    await page.getByLabel("Log file", { exact: true }).setInputFiles(files.slice(2));
    await page.getByRole("button", { name: "Stop third.log" }).click();
    const isAsked = () => page.evaluate('!dispatchEvent(new Event("beforeunload", { cancelable: true }))');
    expect(await isAsked()).toBe(true);
    await until(() => holds.length === 1, "the first file is on its way");
    await page.getByRole("link", { name: "Search" }).first().click();
    await page.waitForURL("**/search**");
    holds[0]!();
    await page.getByText("3 events of first.log are stored").waitFor();
    await until(() => holds.length === 2, "the second file is on its way");
    await page.goBack();
    await page.getByRole("button", { name: "Stop second.log" }).click();
    await page.getByText("0 events of second.log are stored so far").waitFor();
    await until(async () => !(await isAsked()), "nothing is on its way");
    await page.getByRole("button", { name: "Go on with second.log" }).click();
    await until(() => holds.length === 3, "it is on its way again");
    holds[2]!();
    await page.getByText("3 events of second.log are stored", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Go on with third.log" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a file of a web server is chosen, then its times and fields are told", async () => {
    const line = (at: number) => `192.0.2.7 - - [21/Nov/2026:13:55:${at} +0000] "GET /a HTTP/1.1" 200 2326 "-" "curl"`;
    const buffer = Buffer.from(Array.from({ length: 20 }, (_, index) => line(10 + index)).join("\n"));
    const { page, close } = await service.open("/welcome", { context: { timezoneId: "UTC" } });
    await page.getByLabel("Log file", { exact: true }).setInputFiles({ name: "a.log", mimeType: "text/plain", buffer });
    await page.getByText("21 Nov 13:55:10 – 13:55:29").waitFor();
    await page.getByText(/\bcode\b.*\bmethod\b.*\bpath\b/).waitFor();
    await close();
  });

  test("when events of another time were received, then the link leads to where they are seen", async () => {
    const { page, close } = await service.open("/welcome");
    let polls = 0;
    page.on("request", (request) => {
      if (request.postData()?.includes('"ts_from":1,')) polls += 1;
    });
    await until(() => polls >= 2, "it is known what there was before");
    await service.store([{ ts: Date.UTC(2026, 0, 2) / 1_000, host: "old-1", message: "of last winter" }]);
    await page.getByText("Received: 1 event since you opened this page.").waitFor();
    await page.getByRole("status").getByRole("link", { name: "Look at them" }).click();
    await page.waitForURL(/\/search\?t=last_240_months$/);
    // Other tests of this file have stored more than fits on the screen.
    await page.goto(`${page.url()}&q=host:old-1`);
    await page.getByRole("gridcell", { name: "of last winter" }).waitFor();
    await close();
  });

  test("when samples are asked for, then they are stored with one click and understood", async () => {
    const { page, complaints, close } = await service.open("/welcome");
    await page.getByRole("button", { name: "Store samples" }).click();
    await page.getByText("2,640 events are stored.").waitFor();
    await page.getByRole("link", { name: "Look at them" }).last().click();
    await page.getByRole("button", { name: /^Only Error/ }).click();
    await page
      .getByText(/order \d+: no connection to the database/)
      .first()
      .waitFor();
    const refusals = `"Failed password"`;
    for (const q of [`${refusals} severity!=warning`, `-${refusals} program:sshd severity!=info`]) {
      const body = { type: "Search", params: { q, time_range: { preset: "last_2_hours" } } };
      expect((await service.call("POST", "/api/query", { body })).body.results.totals.count).toBe(0);
    }
    const countTokens = async () => (await service.call("GET", "/api/authtokens")).body.item_count;
    const before = await countTokens();
    const again = async () => {
      while (!page.url().endsWith("/welcome")) await page.goBack();
      await page.getByRole("button", { name: "Store samples" }).click();
      await page.getByText("2,640 events are stored.").waitFor();
    };
    await again();
    expect(await countTokens()).toBe(before);
    const [newest] = (await service.call("GET", "/api/authtokens?ordering=-created_at")).body.objects;
    await service.call("DELETE", `/api/authtokens/${newest.secret_key}`);
    await page.getByRole("link", { name: "Look at them" }).last().click();
    await page.locator('[role="grid"]').waitFor();
    await again();
    expect(await countTokens()).toBe(before);
    expect(complaints.filter((said) => !said.includes("404 (Not Found)"))).toEqual([]);
    await close();
  });

  test.each([
    ["a light screen", { colorScheme: "light" }],
    ["a dark phone", { ...phone, colorScheme: "dark" }],
  ] as const)("when it is looked at on %s, then nothing stands in anybody's way", async (_, context) => {
    const { page, findBarriers, fitsWidth, close } = await service.open("/welcome", { context });
    await page.getByRole("heading", { name: "Send events" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await fitsWidth()).toBe(true);
    await close();
  });
});
