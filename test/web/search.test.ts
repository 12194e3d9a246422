import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { countSamples, sampleEvents, startSeconds } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("the search", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const hours = "t=last_2_hours";
  const rows = (page: Page) => page.locator('[role="grid"] [role="row"]:not([aria-busy])');
  const found = (page: Page, count: number) =>
    page.locator("output").getByText(count.toLocaleString("en"), { exact: true }).waitFor();
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
  const all = countSamples(() => true);
  const refused = countSamples(({ program }) => program === "nginx");
  const thrown = countSamples(({ program }) => program === "orders");
  const sessions = countSamples(({ program }) => program === "sshd");
  const editor = (page: Page) => page.locator(".cm-content");

  test("when a line is written by keyboard, then it is completed, asked, counted, and its words are marked", async () => {
    const { page, complaints, close } = await service.open(`/search?${hours}`);
    await found(page, all);
    await editor(page).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("refused prog");
    await page.getByRole("option", { name: /^program/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("option", { name: /^sshd/ }).waitFor();
    await page.keyboard.type("n");
    await page.getByRole("option", { name: /^sshd/ }).waitFor({ state: "detached" });
    await page.getByRole("option", { name: /^nginx/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await found(page, refused);
    expect(parameter(page, "q")).toBe("refused program:nginx");
    expect(await rows(page).first().locator("mark").allTextContents()).toEqual(["refused"]);
    await page.evaluate(`
      document.execCommand("selectAll");
      document.execCommand("insertText", false, "severity:3");
      const enter = { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", enter))`);
    await page.waitForURL(/[?&]q=severity(:|%3A)3(&|$)/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when counting takes long, then the first rows stand at once, stay where they are, and are counted", async () => {
    const { page, complaints, close } = await service.open("/login");
    const counted = Promise.withResolvers<void>();
    await page.route("**/api/query", async (route) => {
      const { type, params } = route.request().postDataJSON();
      if (type === "Search" && params.count !== false) await counted.promise;
      await route.continue();
    });
    await page.goto(`${new URL(page.url()).origin}/search?${hours}&q=opened`);
    await rows(page).first().waitFor();
    await page.locator("output").getByText("counting…").waitFor();
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("100");
    await page.getByRole("button", { name: "Export" }).first().click();
    expect(await page.getByRole("dialog").getByRole("button", { name: "Export" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    const answer = await page.getByRole("grid").getAttribute("data-answer");
    counted.resolve();
    await found(page, sessions);
    expect(await page.getByRole("grid").getAttribute("data-answer")).toBe(answer);
    await page.keyboard.press("End");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a line is wrong, then the column is named and nothing is asked", async () => {
    const { page, close } = await service.open(`/search?${hours}`);
    await found(page, all);
    await editor(page).click();
    await page.keyboard.type("host:(web-1");
    await page.keyboard.press("Escape");
    await editor(page).click();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText('Column 6: expected ")" for the "(" here.').waitFor();
    expect(parameter(page, "q")).toBe(null);
    await close();
  });

  test("when a value is chosen among the fields, then the search is narrowed to it, and back undoes that", async () => {
    const { page, close } = await service.open(`/search?${hours}`);
    const fields = page.getByRole("complementary", { name: "Fields" });
    await fields.getByTitle(/^Only program:nginx/).click();
    await found(page, refused);
    expect(parameter(page, "q")).toBe("program:nginx");
    await fields.getByRole("button", { name: "Without host:web-1" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/web-1/);
    await page.getByText("No event matches").first().waitFor();
    await page.goBack();
    await found(page, refused);
    await page.goBack();
    await found(page, all);
    await close();
  });

  test("when values are chosen faster than they are drawn, then all count, and the keyboard stays where it is", async () => {
    const { page, close } = await service.open(`/search?${hours}`);
    const only = page.getByTitle(/^Only program:sshd/);
    await only.waitFor();
    await only.focus();
    await page.evaluate(`
      document.activeElement.click();
      document.querySelector('[aria-label="Without host:db-1"]').click()`);
    await page.waitForURL(/db-1/);
    await found(
      page,
      countSamples(({ program, host }) => program === "sshd" && host !== "db-1"),
    );
    expect(parameter(page, "q")?.split(" ").sort()).toEqual(["-host:db-1", "program:sshd"]);
    expect(await page.evaluate("document.activeElement.title")).toMatch(/^Only program:sshd/);
    await close();
  });

  test("when a part of the histogram is marked, by mouse or by keys, then only that time is shown", async () => {
    const { page, close } = await service.open(`/search?${hours}`);
    await found(page, all);
    const histogram = page.getByRole("slider");
    const { x, y, width } = (await histogram.boundingBox())!;
    await page.mouse.move(x + width * 0.5, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + 20, { steps: 3 });
    await page.mouse.up();
    await page.waitForURL(/t=\d+\.\.\d+/);
    const [from, to] = parameter(page, "t")!.split("..").map(Number);
    expect(to! - from!).toBeGreaterThanOrEqual(600);
    expect(to! - from!).toBeLessThanOrEqual(900);
    await histogram.focus();
    for (const key of ["ArrowLeft", "ArrowLeft", "Shift+ArrowLeft", "Enter"]) await page.keyboard.press(key);
    await page.waitForURL(({ searchParams }) => searchParams.get("t") !== `${from}..${to}`);
    const [again, end] = parameter(page, "t")!.split("..").map(Number);
    expect(again).toBeGreaterThanOrEqual(from!);
    expect(end! - again!).toBeLessThan(to! - from!);
    await close();
  });

  test("when the events are grouped, then each value has its count, and one click shows its events", async () => {
    const { page, close } = await service.open(`/search?${hours}&view=groups&by=program`);
    const table = page.getByRole("table");
    await table.getByRole("row", { name: new RegExp(`^sshd ${sessions.toLocaleString("en")}`) }).waitFor();
    await table.getByRole("button", { name: "orders", exact: true }).click();
    await found(page, thrown);
    expect([parameter(page, "q"), parameter(page, "view")]).toEqual(["program:orders", null]);
    await close();
  });

  test("when an event is opened by keyboard, then all of it is shown beside the list, and Escape closes it", async () => {
    const { page, complaints, close } = await service.open(`/search?${hours}&q=user:u3`);
    await found(
      page,
      countSamples(({ user }) => user === "u3"),
    );
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("complementary", { name: "Event" });
    await drawer.getByText("session 2393 opened").first().waitFor();
    await drawer.getByText("u3", { exact: true }).waitFor();
    await page.keyboard.press("j");
    await drawer.getByText("session 2388 opened").first().waitFor();
    await drawer.getByRole("tab", { name: "JSON" }).click();
    await drawer.getByText('"sshd"').waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.waitForURL((url) => !url.searchParams.has("event"));
    expect(complaints).toEqual([]);
    await close();
  });

  test("when an open event leaves the list little room, then each message has a line of its own", async () => {
    const { page, fitsWidth, close } = await service.open(`/search?${hours}`, {
      context: { viewport: { width: 1050, height: 700 } },
    });
    await rows(page).first().waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("complementary", { name: "Event" });
    await drawer.waitFor();
    await page.locator('[data-stacked="true"]').waitFor();
    const chosen = page.locator('[role="row"][data-chosen="true"]');
    const box = (await chosen.getByRole("gridcell").last().boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual((await drawer.boundingBox())!.x);
    expect(await fitsWidth()).toBe(true);
    await page.keyboard.press("Escape");
    await page.locator('[data-stacked="false"]').waitFor();
    await close();
  });

  test("when an event has several lines, then it is folded until somebody wants to see them", async () => {
    const { page, close } = await service.open(`/search?${hours}&q=Unhandled`);
    const row = rows(page).first();
    await row.getByRole("button", { name: "+2 lines" }).click();
    await row.getByText("Orders.java:77").waitFor();
    await row.getByRole("button", { name: "fold" }).click();
    await row.getByRole("button", { name: "+2 lines" }).waitFor();
    await close();
  });

  test("when columns are chosen, moved and widened, then the address keeps them", async () => {
    const { page, close } = await service.open(`/search?${hours}&q=program:sshd`);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "user" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "user", exact: true }).and(page.locator("[draggable]")).focus();
    for (const key of ["ArrowLeft", "Shift+ArrowRight"]) await page.keyboard.press(key);
    await page.waitForURL(/user%3A130|user:130/);
    expect(parameter(page, "cols")).toBe("severity_name,host,user:130,program");
    await page.reload();
    await rows(page).first().waitFor();
    expect(await rows(page).first().getByRole("gridcell").allTextContents()).toEqual(
      expect.arrayContaining(["INFO", "sshd", expect.stringMatching(/^u\d$/)]),
    );
    const head = (name: string) => page.getByRole("button", { name, exact: true }).and(page.locator("[draggable]"));
    await head("Level").dragTo(head("Host"));
    await page.waitForURL(/cols=host,severity_name,user/);
    await head("Program").dragTo(head("Level"));
    await page.waitForURL(/cols=host,program,severity_name,user/);
    await close();
  });

  test("when it is printed, then all rows that were read are on paper, and it says how many there are", async () => {
    const { page, close } = await service.open(`/search?${hours}`);
    await rows(page).first().waitFor();
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    await page.emulateMedia({ media: "print" });
    // A list that takes all rows on paper for rows scrolled to reads more of them with every few frames.
    await page.evaluate("(async () => { for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame); })()");
    expect(await rows(page).count()).toBe(100);
    await page.getByText(`These are the first 100 of ${all.toLocaleString("en")} events`).waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
    await until(async () => (await rows(page).count()) < 100, "only rows in sight are drawn again");
    await close();
  });

  test("when nothing matches here, then the page says where the newest is, that longer words have it, or a name", async () => {
    const { page, close } = await service.open("/search?t=last_5_minutes&q=refused");
    await page.getByRole("heading", { name: "No event matches in the last 5 minutes" }).waitFor();
    await page.getByRole("button", { name: "Show the day around it" }).click();
    await found(page, refused);
    await page.goto(`${service.url}/search?${hours}&q=refus`);
    await page.getByRole("button", { name: "*refus*" }).press("Enter");
    await found(page, refused);
    await page.goto(`${service.url}/search?${hours}&q=nginx`);
    await page.getByText(`program:nginx has ${refused} events.`).waitFor();
    await page.getByRole("button", { name: "program:nginx", exact: true }).press("Enter");
    await found(page, refused);
    await page.goto(`${service.url}/search?t=last_5_minutes&q=db-1`);
    await page.getByText("host:db-1 has events at another time.").waitFor();
    await close();
  });

  test("when it is looked at in German on a phone, then all that changes the list is in sight", async () => {
    const { page, close } = await service.open(`/search?${hours}`, { context: { ...phone, locale: "de-DE" } });
    for (const name of ["Neueste zuerst", "Spalten", "Zeilen"]) {
      const button = page.getByRole("button", { name });
      await button.waitFor();
      const { x, width } = (await button.boundingBox())!;
      const room = (await button.locator("xpath=..").boundingBox())!;
      expect([name, x + width <= Math.min(360, room.x + room.width)]).toEqual([name, true]);
    }
    await close();
  });

  test.each([
    ["a wide light screen", { colorScheme: "light" }],
    ["a wide dark screen", { colorScheme: "dark" }],
    ["a light phone", { ...phone, colorScheme: "light" }],
    ["a dark phone", { ...phone, colorScheme: "dark" }],
  ] as const)(
    "when it is looked at on %s, with an event open, then nothing stands in anybody's way",
    async (_, context) => {
      const { page, complaints, findBarriers, fitsWidth, close } = await service.open(`/search?${hours}&q=refused`, {
        context,
      });
      await found(page, refused);
      await editor(page).waitFor();
      expect(await findBarriers()).toEqual([]);
      await rows(page).first().click();
      await page.getByRole("complementary", { name: "Event" }).getByRole("tablist").waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await fitsWidth()).toBe(true);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test("when a user may see only some hosts, then no other host is shown or completed", async () => {
    const { cookie } = await service.createUser({
      username: "warden",
      permissions: ["search_events"],
      hosts: ["db-*"],
    });
    const { page, close } = await service.open(`/search?${hours}`, { cookie });
    await found(
      page,
      countSamples(({ host }) => host === "db-1"),
    );
    const fields = page.getByRole("complementary", { name: "Fields" });
    await fields.getByTitle(/^Only host:db-1/).waitFor();
    expect(await fields.getByTitle(/^Only host:web/).count()).toBe(0);
    await close();
  });

  test("when a user may not search, then that is said and nothing is asked", async () => {
    const { cookie } = await service.createUser({ username: "guest", permissions: [] });
    const { page, complaints, close } = await service.open("/search", { cookie });
    await page.getByRole("heading", { name: "Search is not open to you" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when an event is of another year, then its day, in the reader's language, has room, and paper has all of its message", async () => {
    await service.store([{ ts: startSeconds - 500 * 86_400, program: "attic", message: "long ago ".repeat(40) }]);
    const { page, complaints, close } = await service.open("/search?q=program:attic&t=last_240_months", {
      context: { locale: "de-DE" },
    });
    expect(await rows(page).first().getByRole("gridcell").first().textContent()).toMatch(
      /^\d\d\. \S+ 20\d\d \d\d:\d\d:\d\d\.\d{3}$/,
    );
    const isCut = (child: "first" | "last") =>
      page.evaluate(`(() => {
        const { scrollWidth, clientWidth } = document.querySelector('[role="gridcell"]:${child}-child');
        return scrollWidth > clientWidth;
      })()`);
    expect([await isCut("first"), await isCut("last")]).toEqual([false, true]);
    await page.emulateMedia({ media: "print" });
    expect(await isCut("last")).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a length or an instant of a log is typed, then that is the range", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_15_minutes");
    await page.getByRole("button", { name: "Time: Last 15 minutes" }).click();
    await page.getByRole("textbox", { name: "The last" }).fill("5 lightyears");
    await page.keyboard.press("Enter");
    await page.getByText("Expected a length such as 45m").waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("textbox", { name: "The last" }).fill("90 min");
    await page.keyboard.press("Enter");
    await page.waitForURL(/t=last_90_minutes/);
    await page.getByRole("button", { name: "Time: Last 90 minutes" }).click();
    await page.getByRole("textbox", { name: "From" }).fill("2026-02-03T12:05:09.482+02:00");
    await page.getByRole("textbox", { name: "To" }).fill("1770120000123");
    await page.getByRole("button", { name: "Show this" }).click();
    await page.waitForURL(/t=1770113109\.\.1770120000/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the bounds are absolute, then an hour that holds the samples has them all", async () => {
    const { page, close } = await service.open(`/search?t=${startSeconds}..${startSeconds + 3_600}`);
    await found(page, all);
    await close();
  });
});
