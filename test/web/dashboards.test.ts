import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { countSamples, sampleEvents, startSeconds } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("dashboards", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const all = countSamples(() => true).toLocaleString("en");
  const place = (col: number, row: number, sizeX: number, sizeY: number) => ({ col, row, sizeX, sizeY });

  async function makeBoard(title: string, widgets: object[], more: object = {}): Promise<number> {
    const config = { time_range: { preset: "last_2_hours" } };
    const { status, body, text } = await service.call("POST", "/api/dashboards", {
      body: { title, config, widgets, ...more },
    });
    if (status !== 201) throw new Error(text);
    return body.id;
  }

  async function widgetsOf(board: number) {
    return (await service.call("GET", `/api/dashboards/${board}`)).body.widgets;
  }

  const sum = (title: string, config: object) => ({
    type: "EventRate",
    title,
    config: { view_type: "badge", q: "program:*", ...config },
  });
  const cell = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });

  test("when there is none yet, then one of the gallery is two clicks away and shows what there is", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/dashboards");
    await page.getByRole("heading", { name: "There is no dashboard yet" }).waitFor();
    await page.getByRole("button", { name: "Choose one, or begin empty" }).click();
    await page.getByRole("button", { name: /^Linux hosts/ }).click();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Make the dashboard" }).click();
    await cell(page, "Busiest hosts").getByText("db-1").waitFor();
    await cell(page, "Severity").getByText("Info").waitFor();
    expect(await page.title()).toBe("Linux hosts · vigie");
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a dashboard is built by keyboard alone, then its widgets lie where they were put and ask what was said", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/dashboards");
    await page.getByRole("heading", { name: "Dashboards" }).waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("Title").fill("By keys");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Nothing lies here yet" }).waitFor();
    const board = Number(/dashboards\/(\d+)/.exec(page.url())![1]);
    for (const title of ["First", "Second"]) {
      await page.keyboard.press("a");
      await page.getByRole("button", { name: /^Most frequent values/ }).press("Enter");
      await page.getByLabel("Title").fill(title);
      await page.keyboard.press("Enter");
      await cell(page, title).waitFor();
    }
    await page.getByRole("button", { name: /^Move Second/ }).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    const stored = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await page.keyboard.press("Shift+ArrowRight");
    expect((await stored).ok()).toBe(true);
    await page.getByRole("button", { name: /^Move Second: row 1, column 2, 3 wide, 4 high/ }).waitFor();
    expect(await findBarriers()).toEqual([]);
    const widgets = async () => (await widgetsOf(board)).map(({ title, config }: never) => [title, config]);
    const wanted = [
      ["First", { field: "program", limit: 5, view_type: "list", ...place(0, 4, 2, 4) }],
      ["Second", { field: "program", limit: 5, view_type: "list", ...place(1, 0, 3, 4) }],
    ];
    await until(async () => isDeepStrictEqual(await widgets(), wanted), "the widgets are stored");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a widget is dragged and its corner is pulled, then the others make room, and it stays so", async () => {
    const board = await makeBoard("By pointer", [sum("Left", place(0, 0, 3, 3)), sum("Right", place(3, 0, 3, 3))]);
    const { page, close } = await service.open(`/dashboards/${board}?edit=true`);
    const drag = async (from: { x: number; y: number }, dx: number, dy: number) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + dx, from.y + dy, { steps: 4 });
      await page.mouse.up();
    };
    await page.getByRole("button", { name: /^Move Left/ }).hover();
    const left = (await cell(page, "Left").boundingBox())!;
    await drag({ x: left.x + 120, y: left.y + 16 }, left.width, 0);
    await page.getByRole("button", { name: /^Move Left: row 1, column 4/ }).waitFor();
    await page.getByRole("button", { name: /^Move Right: row 4, column 4/ }).waitFor();
    const moved = (await cell(page, "Left").boundingBox())!;
    await drag({ x: moved.x + moved.width - 8, y: moved.y + moved.height - 8 }, -moved.width / 3, 80);
    await page.getByRole("button", { name: /^Move Left: row 1, column 4, 2 wide, 4 high/ }).waitFor();
    const places = async () =>
      (await widgetsOf(board)).map(({ config: { col, row, sizeX, sizeY } }: never) => ({ col, row, sizeX, sizeY }));
    const wanted = [place(3, 0, 2, 4), place(3, 4, 3, 3)];
    await until(async () => isDeepStrictEqual(await places(), wanted), "the places are stored");
    await close();
  });

  test("when a widget is moved again while its last place is being stored, then the newer place stays", async () => {
    const board = await makeBoard("Moved twice", [sum("Only", place(0, 0, 2, 2))]);
    const { page, close } = await service.open(`/dashboards/${board}?edit=true`, { routes: true });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    await page.route("**/api/widgets/*", async (route) => {
      if (isFirst) {
        isFirst = false;
        await held;
      }
      await route.continue();
    });
    const grip = page.getByRole("button", { name: /^Move Only/ });
    await grip.focus();
    const asked = page.waitForRequest((request) => request.method() === "PATCH");
    await page.keyboard.press("ArrowRight");
    await asked;
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: /^Move Only: row 1, column 3/ }).waitFor();
    release();
    await until(async () => (await widgetsOf(board))[0].config.col === 2, "the newer place is stored");
    await page.getByRole("button", { name: /^Move Only: row 1, column 3/ }).waitFor();
    await close();
  });

  test("when events come in, then widgets in sight show them at once over one connection, and hidden ones rest", async () => {
    const high = sum("Above", { ...place(0, 0, 3, 3), q: "host:live-1" });
    const deep = sum("Far below", { ...place(0, 60, 3, 3), q: "host:live-1" });
    const filler = { type: "Tasks", title: "Between", config: place(0, 3, 6, 40) };
    const board = await makeBoard("Live", [high, filler, deep]);
    const { page, complaints, close } = await service.open("/search");
    const asked: string[] = [];
    let sockets = 0;
    page.on("websocket", (socket) => {
      sockets += 1;
      socket.on("framesent", ({ payload }) => asked.push(String(payload)));
    });
    await page.goto(`${service.url}/dashboards/${board}`);
    await cell(page, "Above").getByText("0", { exact: true }).waitFor();
    const ids = (await widgetsOf(board)).map(({ id }: never) => id);
    expect(asked.filter((message) => message.includes(`"widget",${ids[2]}`))).toEqual([]);
    await service.store([{ host: "live-1", message: "something new" }]);
    await cell(page, "Above").getByText("1", { exact: true }).waitFor();
    await cell(page, "Far below").scrollIntoViewIfNeeded();
    await cell(page, "Far below").getByText("1", { exact: true }).waitFor();
    await until(() => asked.includes(`["unsubscribe","widget",${ids[0]}]`), "what is out of sight rests");
    expect(sockets).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the reader chooses a time and a line, then all widgets follow, and the events behind them are a click away", async () => {
    const board = await makeBoard("Together", [
      sum("All", { ...place(0, 0, 2, 3), time_range: { ts_from: startSeconds - 90_000, ts_to: startSeconds - 7_200 } }),
      { type: "TopN", title: "Programs", config: { ...place(2, 0, 2, 3), field: "program", view_type: "list" } },
    ]);
    const { page, complaints, close } = await service.open(`/dashboards/${board}`);
    await cell(page, "All").getByText("0", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Time:/ }).click();
    await page.getByRole("button", { name: "Last 6 hours" }).click();
    await cell(page, "All")
      .getByText(/^2,4\d\d$/)
      .waitFor();
    await page.getByRole("textbox", { name: "Query" }).fill("host:db-1");
    await page.keyboard.press("Enter");
    const ofHost = countSamples(({ host }) => host === "db-1").toLocaleString("en");
    await cell(page, "All").getByText(ofHost, { exact: true }).waitFor();
    const address = page.url();
    expect(address).toContain("t=last_6_hours");
    await cell(page, "Programs")
      .getByRole("button", { name: /^orders/ })
      .click();
    const ofProgram = countSamples(({ program }) => program === "orders").toLocaleString("en");
    await page.locator("output").getByText(ofProgram, { exact: true }).waitFor();
    expect(decodeURIComponent(page.url())).toContain("q=host:db-1+program:orders");
    await page.goBack();
    await cell(page, "All").getByText(ofHost, { exact: true }).waitFor();
    expect(page.url()).toBe(address);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a time is chosen while a line is not ended with Enter, then the widgets follow both", async () => {
    const board = await makeBoard("Unended", [sum("All", place(0, 0, 2, 3))]);
    const { page, complaints, close } = await service.open(`/dashboards/${board}`);
    await page.locator(".cm-content").focus();
    await page.keyboard.insertText("host:db-1");
    await page.getByRole("button", { name: /^Time:/ }).click();
    await page.getByRole("button", { name: "Last 6 hours" }).click();
    const ofHost = countSamples(({ host }) => host === "db-1").toLocaleString("en");
    await cell(page, "All").getByText(ofHost, { exact: true }).waitFor();
    expect(decodeURIComponent(page.url())).toContain("q=host:db-1");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when there are many, then those in sight are drawn, and each is found by its name", async () => {
    for (let number = 100; number < 220; number += 1) await makeBoard(`Warehouse ${number}`, []);
    const { page, complaints, findBarriers, close } = await service.open("/dashboards");
    await page.getByRole("link", { name: "Warehouse 100", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: /^Warehouse/ }).count()).toBeLessThan(60);
    await page.keyboard.press("/");
    await page.keyboard.type("warehouse 219");
    await page.waitForURL(/find=warehouse/);
    await page.getByRole("link", { name: "Warehouse 219", exact: true }).waitFor();
    await page.getByRole("link", { name: "Warehouse 100", exact: true }).waitFor({ state: "detached" });
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "More for Warehouse 219" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboards");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Find a dashboard" }).fill("no such house");
    await page.getByText("No dashboard is called so.").waitFor();
    await page.getByRole("searchbox", { name: "Find a dashboard" }).fill("warehouse 150");
    await page.getByRole("link", { name: "Warehouse 150", exact: true }).click();
    await page.waitForURL(/dashboards\/\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is copied, exported and imported, then each has what was meant, and taking a widget off can be undone", async () => {
    const board = await makeBoard("Original", [sum("Number", place(0, 0, 2, 2))]);
    const { page, close } = await service.open(`/dashboards/${board}`);
    const more = () => page.getByRole("button", { name: /^More for Original/ }).click();
    await more();
    await page.getByRole("menuitem", { name: "Copy, with the same widgets" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${board}`));
    const linked = Number(/dashboards\/(\d+)/.exec(page.url())![1]);
    await more();
    await page.getByRole("menuitem", { name: "Copy, with widgets of its own" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${linked}`));
    const copied = Number(/dashboards\/(\d+)/.exec(page.url())![1]);
    const [[first], [same], [own]] = [await widgetsOf(board), await widgetsOf(linked), await widgetsOf(copied)];
    expect(same.id).toBe(first.id);
    expect(own.id).not.toBe(first.id);
    await more();
    const coming = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export" }).click();
    const file = join(service.dataFolder, "exported.json");
    writeFileSync(
      file,
      readFileSync(await (await coming).path(), "utf8").replace(/"title": "Original[^"]*"/, '"title": "Brought"'),
    );
    await page.getByRole("link", { name: "Dashboards" }).click();
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("heading", { name: "Brought" }).waitFor();
    const brought = Number(/dashboards\/(\d+)/.exec(page.url())![1]);
    await cell(page, "Number").getByText(all, { exact: true }).waitFor();
    await cell(page, "Number").hover();
    await page.getByRole("button", { name: "More for Number" }).click();
    await page.getByRole("menuitem", { name: "Take it off" }).click();
    await page.getByRole("heading", { name: "Nothing lies here yet" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await cell(page, "Number").getByText(all, { exact: true }).waitFor();
    expect((await widgetsOf(brought))[0]).toMatchObject({ title: "Number", config: place(0, 0, 2, 2) });
    await close();
  });

  test("when it is public, then another sees it, may change nothing, and one that is private is not there for him", async () => {
    const widgets = [
      sum("Number", place(0, 0, 2, 2)),
      { type: "System_CPU", title: "Host", config: place(2, 0, 2, 2) },
    ];
    const shared = await makeBoard("Shared", widgets, { is_public: true });
    const own = await makeBoard("Private", widgets);
    const { cookie } = await service.createUser({ username: "reader", permissions: ["search_events"] });
    const { page, complaints, findBarriers, close } = await service.open(`/dashboards/${shared}`, { cookie });
    await cell(page, "Number").getByText(all, { exact: true }).waitFor();
    await cell(page, "Host").getByRole("alert").waitFor();
    expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    await page.keyboard.press("e");
    expect(await page.getByRole("button", { name: /^Move/ }).count()).toBe(0);
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press("Shift+K");
    await page.getByRole("button", { name: "Leave the kiosk" }).waitFor();
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await page.getByRole("navigation").waitFor();
    await page.keyboard.press("Shift+K");
    await page.getByRole("navigation").waitFor({ state: "hidden" });
    await page.keyboard.press("Shift+K");
    await page.getByRole("navigation").waitFor();
    expect(complaints).toEqual([]);
    await page.goto(`${service.url}/dashboards/${own}`);
    await page.getByRole("heading", { name: "This dashboard is not there for you" }).waitFor();
    await close();
  });

  test("when more tasks are listed than there is room for, then the list is scrolled by keys, too", async () => {
    for (let number = 0; number < 12; number += 1)
      await service.call("POST", "/api/tasks", { body: { title: `Look at ${number}` } });
    const board = await makeBoard("Owed", [{ type: "Tasks", title: "Open", config: place(0, 0, 2, 2) }]);
    const { page, findBarriers, close } = await service.open(`/dashboards/${board}`);
    await cell(page, "Open").getByText("Look at 11").waitFor();
    expect(await findBarriers()).toEqual([]);
    await close();
  });

  test("when it is opened on a phone, then widgets stand below each other and nothing is cut off", async () => {
    const losses = { type: "LossLedger", title: "Losses", config: place(0, 3, 3, 3) };
    const board = await makeBoard("Small", [sum("Left", place(0, 0, 3, 3)), sum("Right", place(3, 0, 3, 3)), losses]);
    const { page, fitsWidth, findBarriers, close } = await service.open(`/dashboards/${board}`, { context: phone });
    await cell(page, "Right").getByText(all, { exact: true }).waitFor();
    const [left, right] = [(await cell(page, "Left").boundingBox())!, (await cell(page, "Right").boundingBox())!];
    expect(right.y).toBeGreaterThan(left.y + left.height);
    await cell(page, "Losses").getByText("Nothing was lost since the first start.").waitFor();
    await cell(page, "Losses").getByText("127.0.0.1").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("link", { name: "Dashboards" }).click();
    await page.getByRole("link", { name: "Small" }).waitFor();
    expect(await fitsWidth()).toBe(true);
    await close();
  });
});
