import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import type { AxeResults } from "axe-core";
import { source as axeSource } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { patienceMs } from "../patience.ts";
import { processFolder } from "../process-folder.ts";

/** Path of this system's browser; undefined when there is none, and tests of the page are skipped. */
export const browserPath = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});
if (browserPath === undefined) console.warn("Skipped: there is no Chromium to look at the page with.");

/** Alone with this machine: no updates, no look-ups of its own, and no other machine has a name or can be reached. */
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const noOthers = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";
const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

let known: Promise<Browser> | undefined;

/** The one of this process, for all its files; it ends with the process. */
export async function openBrowser(): Promise<Browser> {
  const running = known;
  if (running === undefined || !(await running.then((browser) => browser.isConnected()).catch(() => false)))
    if (known === running)
      // Whoever came first while the last one was looked at has launched another.
      known = launch();
  return known!;
}

/** Its profile is in the folder for temporary files as it is at this moment, and stays there when the process ends. */
async function launch(): Promise<Browser> {
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = processFolder(tmpdir(), "vigie-browser");
  try {
    return await chromium.launch({ executablePath: browserPath, args: [...flags, ...quiet, noOthers] });
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
}

/** Leaves nothing open for the file after this one. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

export interface Visit {
  page: Page;
  /** Complaints of the browser: console, uncaught errors, breaches of the policy, requests that went elsewhere. */
  complaints: string[];
  /** Serious breaches of WCAG 2.2 AA in the present view, in words. */
  findBarriers(): Promise<string[]>;
  /** Whether the page needs no scrolling sideways. */
  fitsWidth(): Promise<boolean>;
  close(): Promise<void>;
}

export interface VisitOptions {
  url: string;
  /** `sessionid=…`; without it the visitor is a guest. */
  cookie?: string;
  context?: BrowserContextOptions;
  /** For a test that routes requests of the open page. Its views are slower: nothing is kept for the next. */
  routes?: boolean;
}

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const noAddress = /(?!)/;

/** A reader with a browser profile of his own, who can reach nothing but the service. */
export async function visit(browser: Browser, { url, cookie, context: options, routes }: VisitOptions): Promise<Visit> {
  // A colour that fades into another is no state of the page, but axe would measure it.
  const usual = { viewport: { width: 1280, height: 800 }, locale: "en-GB", reducedMotion: "reduce" } as const;
  const context = await browser.newContext({ ...usual, ...options });
  if (cookie !== undefined) {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url }]);
  }
  const complaints: string[] = [];
  // Sooner than the test's own, so that what was waited for is told.
  context.setDefaultTimeout(patienceMs / 2);
  // Chromium answers that it intercepts a moment before an open page keeps to it, and what the page asks in that moment
  // passes every route. So it begins before the page, with a route for no address, and stays until the end.
  if (routes) await context.route(noAddress, (route) => route.fallback());
  const page = await context.newPage();
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint) complaints.push(`${message.text()} at ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (isElsewhere(request.url(), url)) complaints.push(`asked ${request.url()}`);
  });
  return {
    page,
    complaints,
    findBarriers: () => findBarriers(page),
    fitsWidth: () => page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"),
    close: async () => {
      // A request that the test is answering may go on until the end.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

/** Looked at as they pass: a browser whose requests are held up for it keeps no file for the next view. */
function isElsewhere(address: string, url: string): boolean {
  return !address.startsWith(`${url}/`) && !/^(?:data|blob):/.test(address);
}

const axeOptions = JSON.stringify({
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
});

/** axe stays in its document: a second check of it costs a tenth. */
async function findBarriers(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${axeOptions})`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`),
    );
}
