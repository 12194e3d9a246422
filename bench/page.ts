/**
 * `bun bench/page.ts [--events N] [--executable PATH] [--data FOLDER] [--rounds 15]`: speed of the search page with
 * this many events, in the Chromium of this system. Ingests a generated corpus, or uses the newest day of a folder that
 * already has events, and prints: first paint in a fresh browser, the parts of the time before it, the time from Enter
 * to painted rows, frames while the list is scrolled, the longest task, requests of each step.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../test/support/browser/browser.ts";
import { writeCorpus } from "./corpora/corpus.ts";
import { sendAll } from "./intake/send-all.ts";
import { type BenchService, createSession, startBenchService } from "./service/service.ts";

const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "200000" },
    executable: { type: "string" },
    data: { type: "string" },
    rounds: { type: "string", default: "15" },
  },
});
const rounds = Number(options.rounds);
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
/** Conditions with answers of every size; each line is one of them or a pair. */
const conditions = ["severity<=3", "status_code>=500", "host:web-0*", "severity<=4", "bytes>5000", "program:nginx"];
const lines = conditions.flatMap((one, index) => [
  one,
  ...conditions.slice(index + 1).map((other) => `${one} ${other}`),
]);

/**
 * Runs in the page before anything else: records long tasks, and the time at which the rows of an Enter are on the
 * screen.
 */
const watch = `
  globalThis.seen = { longest: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask", buffered: true });
  const shown = () => document.querySelector("[role=grid][data-answer]")?.dataset.answer;
  addEventListener("keydown", ({ key, timeStamp }) => {
    if (key !== "Enter") return;
    const before = shown();
    seen.painted = new Promise((resolve) => {
      const look = () => {
        const now = shown();
        if (now === undefined || now === before) requestAnimationFrame(look);
        // A task after the frame in which they were drawn.
        else setTimeout(() => resolve(performance.now() - timeStamp));
      };
      requestAnimationFrame(look);
    });
  }, true);`;

/** Milliseconds of the question that brought the rows; 0: none was asked. */
const lastAnswer = `(() => {
  const [question] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/api/query"));
  return question?.duration ?? 0;
})()`;

const folder = options.data ?? mkdtempSync(join(tmpdir(), "vigie-bench-page-"));
try {
  if (!existsSync(join(folder, "events"))) await fill();
  await measure();
} finally {
  if (options.data === undefined) rmSync(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const until = Math.floor(Date.now() / 86_400_000) * 86_400;
  const corpus = writeCorpus(join(folder, "corpus.ndjson"), Number(options.events), until);
  const service = await startBenchService(command, folder);
  await sendAll({ ...corpus, url: service.url, token: service.token });
  await service.close();
}

async function measure(): Promise<void> {
  const service = await startBenchService(command, folder);
  const browser = await openBrowser();
  try {
    const cookie = await createSession(service.url);
    const end = await newestSecond(service);
    const over = (later: number) => `${service.url}/search?t=${end - 86_400 + later}..${end + later}`;
    const reader = { browser, service, cookie, address: over(0) };
    await measureOpening(reader);
    const page = await openPage(reader);
    await measureEnter(page, "lines nobody asked", lines);
    await page.goto(over(1));
    await measureEnter(page, "known lines over another day", lines);
    await measureEnter(page, "lines of before", lines);
    await measureScrolling(page);
    await page.context().close();
  } finally {
    await browser.close();
    await service.close();
  }
}

interface Reader {
  browser: Browser;
  service: BenchService;
  cookie: string;
  address: string;
}

/** Epoch seconds just after the newest event. */
async function newestSecond({ url, token }: BenchService): Promise<number> {
  const response = await fetch(`${url}/api/query`, {
    method: "POST",
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      type: "LastN",
      params: { field: "host", limit: 1, time_range: { preset: "last_12_months" } },
    }),
  });
  const text = await response.text();
  const newest = Math.max(...[...text.matchAll(/"last_seen":\s*([\d.]+)/g)].map(([, at]) => Number(at)));
  if (!Number.isFinite(newest)) throw new Error(`Expected an answer with the newest event, got ${text.slice(0, 500)}`);
  return Math.ceil(newest) + 1;
}

async function openPage({ browser, service, cookie, address }: Reader): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: service.url }]);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address);
  await page.locator("[role=row][data-severity]").first().waitFor();
  return page;
}

/** A fresh browser: nothing of the page is cached. */
async function measureOpening(reader: Reader): Promise<void> {
  const opened: { painted: number; rows: number; longest: number; script: number; before: number; asked: number }[] =
    [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(reader);
    opened.push(
      await page.evaluate(() => {
        const rowsAt = performance.now();
        const painted = performance.getEntriesByName("first-contentful-paint")[0]!.startTime;
        const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
        const sizeOf = (entries: PerformanceResourceTiming[]) =>
          entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024;
        return {
          painted,
          rows: rowsAt,
          longest: (globalThis as unknown as { seen: { longest: number } }).seen.longest,
          script: sizeOf(loaded.filter(({ name, responseEnd }) => name.endsWith(".js") && responseEnd < painted)),
          before: sizeOf(loaded.filter(({ responseEnd }) => responseEnd < painted)),
          asked: loaded.filter(({ name }) => name.includes("/api/")).length,
        };
      }),
    );
    await page.context().close();
  }
  const [first] = opened;
  const of = (name: keyof (typeof opened)[number]) => median(opened.map((one) => one[name]));
  tell("first paint, nothing kept", `${of("painted")} ms (the first of all ${first!.painted.toFixed(0)})`);
  tell("first rows", `${of("rows")} ms (the first of all ${first!.rows.toFixed(0)})`);
  tell("scripts, and all, before the first paint", `${of("script")} KB; ${of("before")} KB, compressed`);
  tell("requests to the API until rows stand", of("asked"));
  tell("longest task while it opens", `${of("longest")} ms, at most ${most(opened.map(({ longest }) => longest))}`);
}

async function measureEnter(page: Page, what: string, written: readonly string[]): Promise<void> {
  const [times, answers, asked]: [number[], number[], number[]] = [[], [], []];
  await page.evaluate("seen.longest = 0");
  let requests = 0;
  let [running, endedAt] = [0, 0];
  page.on("request", (request) => {
    running++;
    if (request.url().includes("/api/")) requests++;
  });
  const ended = () => {
    running--;
    endedAt = performance.now();
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  // Further questions of a line are answered before the next one is typed.
  const rested = async () => {
    while (running > 0 || performance.now() - endedAt < 300) await Bun.sleep(20);
  };
  for (const line of written) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(line);
    // Enter is not meant for completions.
    await page.keyboard.press("Escape");
    requests = 0;
    await page.evaluate("performance.clearResourceTimings()");
    await page.keyboard.press("Enter");
    const painted = Promise.race([page.evaluate<number>("seen.painted"), Bun.sleep(15_000)]);
    times.push((await painted) ?? (await unseen(page)));
    answers.push(await page.evaluate<number>(lastAnswer));
    await rested();
    asked.push(requests);
  }
  page.removeAllListeners("request");
  tell(`Enter to rows, ${what}`, `${median(times)} ms (${times.map((time) => time.toFixed(0)).join(" ")})`);
  tell("of these for the answer", `${median(answers)} ms`);
  tell("requests of an Enter", `${median(asked)}, at most ${most(asked)}`);
  tell("longest task", `${(await page.evaluate<number>("seen.longest")).toFixed(0)} ms`);
}

async function unseen(page: Page): Promise<never> {
  const path = join(tmpdir(), "vigie-bench-page.png");
  await page.screenshot({ path });
  throw new Error(`Expected new rows within 15 s of Enter; the page looks like ${path}`);
}

/** Five seconds by wheel, at its full speed. */
async function measureScrolling(page: Page): Promise<void> {
  let requests = 0;
  page.on("request", () => requests++);
  await page.evaluate("seen.longest = 0");
  await page.locator("[role=grid]").hover();
  await page.evaluate(`seen.frames = [];
    const tick = (at) => { seen.frames.push(at); requestAnimationFrame(tick); }; requestAnimationFrame(tick)`);
  for (let turn = 0; turn < 300; turn++) await page.mouse.wheel(0, 240);
  const frames = await page.evaluate<number[]>("seen.frames");
  const gaps = frames.slice(1).map((at, index) => at - frames[index]!);
  const seconds = (frames.at(-1)! - frames[0]!) / 1000;
  const late = gaps.filter((gap) => gap > 25).length;
  tell("frames a second while scrolling", `${(gaps.length / seconds).toFixed(1)}, ${late} of ${gaps.length} late`);
  tell(
    "longest frame; longest task",
    `${most(gaps)} ms; ${(await page.evaluate<number>("seen.longest")).toFixed(0)} ms`,
  );
  tell("requests while scrolling", `${requests} in ${seconds.toFixed(1)} s`);
}

function median(values: readonly number[]): string {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!.toFixed(0);
}

function most(values: readonly number[]): string {
  return Math.max(...values).toFixed(0);
}

function tell(what: string, figure: string): void {
  console.log(`${what.padEnd(44)}${figure}`);
}
