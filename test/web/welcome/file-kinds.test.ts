import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browserPath, type Visit } from "../../support/browser/browser.ts";
import { type PageService, startPageService } from "../../support/browser/page-service.ts";
import { patienceMs } from "../../support/patience.ts";

const lines = Buffer.from(Array.from({ length: 40 }, (_, index) => `order ${index} placed — näher\n`).join(""));
const utf16 = Buffer.from(`\ufeff${lines}`, "utf16le");
const members = Buffer.concat([gzipSync(lines.subarray(0, 100)), gzipSync(lines.subarray(100))]);
const hole = Buffer.concat([Buffer.alloc(512), lines]);
const tar = Buffer.alloc(1024);
tar.write("orders.log");
tar.write("ustar", 257);
const picture = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0", "latin1");

describe.skipIf(browserPath === undefined)("kinds of files that are uploaded", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
  }, patienceMs);
  afterAll(() => service?.close());

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vigie-file-kinds-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const chooseIn = async (page: Page, name: string, content: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    await page.getByLabel("Log file", { exact: true }).setInputFiles(path);
  };
  const choose = async (name: string, content: Uint8Array, options?: { routes: boolean }) => {
    const visit = await service.open("/welcome", options);
    await chooseIn(visit.page, name, content);
    return visit;
  };
  /** One reader, who uploads one file after the other. */
  let reader: Visit;
  beforeAll(async () => {
    reader = await service.open("/welcome");
  }, patienceMs);

  test.each([
    ["plain.log", lines],
    ["gzip-by-content", gzipSync(lines)],
    ["several-members.log.gz", members],
    ["zstd-by-content", zstdCompressSync(lines)],
    ["called-so.gz", lines],
    ["sql-server", utf16],
    ["packed-utf16.gz", gzipSync(utf16)],
    ["after-a-crash", hole],
  ])("when it is %s, then its lines are stored as they are meant", async (name, content) => {
    const { page, complaints } = reader;
    await chooseIn(page, name, content);
    await page.getByText(new RegExp(`^4[01] events of ${name} are stored\\.`)).waitFor();
    const params = { q: `source:${name.replace(/\.gz$/, "")} "order 7 placed — näher"` };
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
    expect(body.results.totals.count).toBe(1);
    expect(complaints).toEqual([]);
  });

  test.each([
    ["logs.zip", Buffer.from("PK\x03\x04rest of it"), "logs.zip is packed as zip, which vigie does not unpack."],
    ["logs.xz", Buffer.from("fd377a585a00", "hex"), "logs.xz is packed as xz, which vigie does not unpack."],
    ["logs.tgz", gzipSync(tar), "logs.tgz is packed as tar, which vigie does not unpack."],
    ["look.log", picture, "look.log is no text: it has bytes that no log file has. Nothing of it was sent."],
    ["look.log.gz", gzipSync(picture), "look.log.gz is no text"],
  ])("when it is %s, then nothing is sent, and why is said", async (name, content, said) => {
    const sent: string[] = [];
    const { page, complaints, findBarriers } = reader;
    page.on("request", (request) => sent.push(request.url()));
    await chooseIn(page, name, content);
    await page.getByRole("alert").getByText(said).waitFor();
    expect(await page.getByRole("button", { name: "Go on" }).count()).toBe(0);
    expect(sent.filter((url) => url.includes("/incoming"))).toEqual([]);
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("when it is one JSON value, then it is read as a whole, or refused as one that is too large", async () => {
    const event = (index: number) => ({ message: `entry ${index}`, detail: "x".repeat(3_000) });
    const list = (length: number) =>
      Buffer.from(
        JSON.stringify(
          Array.from({ length }, (_, at) => event(at)),
          null,
          1,
        ),
      );
    const { page, complaints, close } = await choose("list.json", list(2_000));
    await page.getByText("2,000 events of list.json are stored.").waitFor();
    await chooseIn(page, "large.json", list(6_000));
    await page.getByRole("alert").getByText("large.json is one JSON value of more than 16 MiB.").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is more than one request may hold, then it is unpacked in the browser; what is damaged is told", async () => {
    const packedLines = (length: number) =>
      gzipSync(Array.from({ length }, (_, index) => `entry ${index} ${"x".repeat(7_900)}\n`).join(""), { level: 1 });
    const { page, complaints, close } = await choose("large.log.gz", packedLines(9_000), { routes: true });
    await page.getByText("9,000 events of large.log.gz are stored.").waitFor();
    expect(complaints).toEqual([]);
    await page.route("**/incoming/raw/**", (route) =>
      route.request().headers()["content-encoding"] === "gzip"
        ? route.fulfill({ status: 413, json: { detail: "Expected at most 64 MiB." } })
        : route.continue(),
    );
    await chooseIn(page, "cut.log.gz", packedLines(900).subarray(0, -5_000));
    await page.getByRole("alert").getByText("cut.log.gz is damaged, or ends too early.").waitFor();
    await page.getByText(/^[1-9]\d\d events of cut\.log\.gz are stored so far/).waitFor();
    await close();
  });
});
