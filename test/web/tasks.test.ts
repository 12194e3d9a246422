import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { chooseItem } from "../support/browser/choose-item.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("tasks", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  async function makeTask(body: object): Promise<{ id: number }> {
    const made = await service.call("POST", "/api/tasks", { body });
    if (made.status !== 200) throw new Error(made.text);
    return made.body;
  }

  const readTask = async (id: number) => (await service.call("GET", `/api/tasks/${id}`)).body;

  test("when there is none, then one is made, given to somebody, spoken about and done by keyboard alone", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/tasks", { routes: true });
    await page.getByRole("heading", { name: "There is no task yet" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press("v");
    await page.waitForURL("**/tasks?view=table");
    await page.getByRole("heading", { name: "There is no task yet" }).waitFor();
    await page.keyboard.press("v");
    await page.keyboard.press("n");
    await page.getByLabel("Title").fill("Look after the pool");
    await page.getByLabel("Title").press("Enter");
    const drawer = page.getByRole("complementary", { name: "Look after the pool" });
    await drawer.getByRole("textbox", { name: "Title" }).waitFor();
    const id = Number(new URL(page.url()).searchParams.get("task"));
    const asked = page.waitForRequest((request) => request.url().includes("/api/users?name=admin"));
    await drawer.getByRole("combobox", { name: "Assignee" }).fill("admin");
    await asked;
    await page.getByRole("option", { name: "admin" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await until(async () => (await readTask(id)).assigned_to !== null, "it is given to somebody");
    await drawer.getByLabel(/^Due, in/).fill("2020-02-03T09:30");
    await drawer.getByLabel(/^Due, in/).press("Enter");
    await drawer.getByText("Overdue").waitFor();
    await drawer.getByRole("textbox", { name: "Say something" }).fill("The pool was too small.");
    await page.getByRole("main").focus();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
    let answer = () => {};
    const isAnswered = new Promise<void>((done) => {
      answer = done;
    });
    await page.route("**/comments", (route) => isAnswered.then(() => route.continue()));
    await drawer.getByRole("textbox", { name: "Say something" }).press("Control+Enter");
    await drawer.getByRole("button", { name: "Comment", exact: true, disabled: true }).waitFor();
    await drawer.getByRole("textbox", { name: "Say something" }).press("Control+Enter");
    answer();
    await drawer.getByRole("listitem").filter({ hasText: "The pool was too small." }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("main").focus();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Move “Look after the pool”" }).press("Enter");
    await chooseItem(page, { name: "To Resolved" });
    const resolved = page.getByRole("region", { name: "Resolved, 1 task" });
    await resolved.getByText("Look after the pool").waitFor();
    expect(await readTask(id)).toMatchObject({ status: "resolved", is_overdue: false, comments_count: 1 });
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a task is made of an event, then it has what the event was, also after more of the same came", async () => {
    const ts = Date.now() / 1000 - 20;
    const event = { ts, host: "pump-1", program: "pump", severity: 3, message: "pressure lost" };
    await service.store([event, event]);
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_2_hours&q=host:pump-1");
    await page.locator('[role="grid"] [role="row"]').first().click();
    await page.getByRole("button", { name: "Make a task of the event" }).click();
    await page.getByRole("link", { name: "Open it" }).click();
    const drawer = page.getByRole("complementary", { name: "pump: pressure lost" });
    await drawer.getByText("It had come 2 times when it was linked.").waitFor();
    expect(await findBarriers()).toEqual([]);
    await service.store([{ ...event, ts: ts + 5 }]);
    await page.reload();
    await drawer.getByText("It had come 2 times when it was linked, and 3 times until now.").waitFor();
    await drawer.getByRole("button", { name: /^Take the link to event/ }).click();
    await drawer.getByText("No event is linked.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await drawer.getByText("pressure lost", { exact: true }).waitFor();
    await drawer.getByRole("link", { name: /^Show event/ }).click();
    await page.getByRole("complementary", { name: "Event" }).getByText("pressure lost").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when another looks at it, then he may read and comment, and is told why he may not change it", async () => {
    const { id } = await makeTask({ title: "Not yours" });
    const { cookie } = await service.createUser({ username: "passer-by", permissions: [] });
    const { page, complaints, close } = await service.open(`/tasks?view=table&task=${id}`, { cookie });
    const drawer = page.getByRole("complementary", { name: "Not yours" });
    await drawer.getByText("Only its owner, its assignee, and who manages tasks may change it.").waitFor();
    expect(await drawer.getByRole("textbox", { name: "Title" }).isDisabled()).toBe(true);
    // Beside the task, a row of the table still has room for when it was changed.
    const rights = await page
      .locator('[role="grid"] [role="gridcell"]')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    const start = (await drawer.boundingBox())!.x;
    expect(rights.length).toBeGreaterThan(0);
    expect(rights.filter((right) => right > start)).toEqual([]);
    expect(await drawer.getByRole("button", { name: "Delete the task" }).count()).toBe(0);
    await drawer.getByRole("textbox", { name: "Say something" }).fill("May I?");
    await drawer.getByRole("button", { name: "Comment", exact: true }).click();
    await drawer.getByRole("listitem").filter({ hasText: "May I?" }).waitFor();
    expect(complaints).toEqual([]);
    await service.call("DELETE", `/api/tasks/${id}`);
    await page.reload();
    await page.getByRole("heading", { name: "This task is not there any more" }).waitFor();
    await close();
  });

  test("when a change is refused, then the reason is told, and what was typed waits to be tried again", async () => {
    const { id } = await makeTask({ title: "Refused" });
    const { page, close } = await service.open(`/tasks?task=${id}`, { routes: true });
    const drawer = page.getByRole("complementary", { name: "Refused" });
    await drawer.getByRole("textbox", { name: "Title" }).waitFor();
    const fault = { status: 503, json: { error: "The disk is full." } };
    await page.route(`**/api/tasks/${id}`, (route) =>
      route.request().method() === "PATCH" ? route.fulfill(fault) : route.continue(),
    );
    const title = drawer.getByRole("textbox", { name: "Title" });
    await title.fill("Accepted");
    await title.press("Enter");
    await page.getByText("vigie cannot do that now. The disk is full.").waitFor();
    await drawer.getByText("Not saved. Leave the field once more to try again.").waitFor();
    expect(await title.inputValue()).toBe("Accepted");
    expect((await readTask(id)).title).toBe("Refused");
    await page.unroute(`**/api/tasks/${id}`);
    await title.focus();
    await title.press("Enter");
    await until(async () => (await readTask(id)).title === "Accepted", "it is stored");
    await page.getByText("Not saved. Leave the field").waitFor({ state: "detached" });
    // What somebody else wrote meanwhile is not replaced unasked.
    const [text, heading] = ["Description", "Title"].map((name) => page.getByRole("textbox", { name }));
    await text!.fill("mine");
    await service.call("PATCH", `/api/tasks/${id}`, { body: { description: "theirs" } });
    await heading!.focus();
    const meanwhile = page.getByRole("dialog", { name: "Somebody has changed the same meanwhile" });
    await meanwhile.getByRole("button", { name: "Cancel" }).click();
    await meanwhile.waitFor({ state: "detached" });
    expect((await readTask(id)).description).toBe("theirs");
    await text!.focus();
    await heading!.focus();
    await meanwhile.getByRole("button", { name: "Save mine" }).click();
    await until(async () => (await readTask(id)).description === "mine", "it is stored");
    // Who goes on typing while the first part is stored is nobody else.
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/tasks/${id}`, async (route) => {
      if (route.request().method() === "PATCH") await slow;
      await route.continue();
    });
    await text!.fill("mine, first part");
    await heading!.focus();
    await text!.fill("mine, both parts");
    answer();
    await until(async () => (await readTask(id)).description === "mine, first part", "the first part is stored");
    await heading!.focus();
    await until(async () => (await readTask(id)).description === "mine, both parts", "all of it is stored");
    expect(await meanwhile.count()).toBe(0);
    await page.unroute(`**/api/tasks/${id}`);
    // Who goes back to the first text meanwhile has it again.
    const slowly = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/tasks/${id}`, async (route) => {
      if (route.request().method() === "GET") await slowly;
      await route.continue();
    });
    const stored: unknown[] = [];
    page.on("requestfinished", (request) => {
      if (request.method() === "PATCH") stored.push(request.postDataJSON().description);
    });
    await text!.fill("only for a moment");
    await heading!.focus();
    await text!.fill("mine, both parts");
    await heading!.focus();
    answer();
    const bothStored = () => stored.includes("only for a moment") && stored.at(-1) === "mine, both parts";
    await until(async () => bothStored(), "both are stored");
    expect((await readTask(id)).description).toBe("mine, both parts");
    await page.unroute(`**/api/tasks/${id}`);
    // What is found in the way after the task was closed is said where he is then.
    await text!.fill("mine again");
    await service.call("PATCH", `/api/tasks/${id}`, { body: { description: "theirs again" } });
    const closed = Promise.withResolvers<void>();
    await page.route(`**/api/tasks/${id}`, (route) => closed.promise.then(() => route.continue()));
    await page.getByRole("button", { name: "Close", exact: true }).first().click();
    await text!.waitFor({ state: "detached" });
    closed.resolve();
    await page.getByText("What you wrote as description is not saved: somebody").waitFor();
    await page.getByRole("button", { name: "Save mine" }).click();
    await until(async () => (await readTask(id)).description === "mine again", "it is stored");
    await page.goBack();
    // What is typed outlives a reading that does not reach the service, too.
    const changed = page.getByRole("complementary", { name: "Accepted" });
    await changed.getByRole("textbox", { name: "Say something" }).fill("Not sent yet");
    await page.route("**/api/tasks**", (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    await page.route("**/api/tasks/**", (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    await changed.getByRole("textbox", { name: "Description" }).fill("said at last");
    await changed.getByRole("textbox", { name: "Title" }).focus();
    // A reading that was under way before may have the answer to this change, too, so others follow.
    const unanswered = page.getByText("vigie has not answered since");
    await until(async () => {
      if (await unanswered.isVisible()) return true;
      await service.call("POST", `/api/tasks/${id}/comments`, { body: { text: "by somebody else" } });
      return false;
    }, "no answer is told");
    expect(await page.getByRole("textbox", { name: "Say something" }).inputValue()).toBe("Not sent yet");
    await close();
  });

  test("when a talk is longer than one answer of the service, then all of it can be read", async () => {
    const { id } = (await service.call("POST", "/api/tasks", { body: { title: "Long talk" } })).body;
    const comments = Array.from({ length: 1_002 }, (_, number) => ({ text: `said ${number}` }));
    for (const body of comments) await service.call("POST", `/api/tasks/${id}/comments`, { body });
    const { page, complaints, findBarriers, close } = await service.open(`/tasks?task=${id}`);
    const said = page.locator("aside ol > li");
    await page.getByText("said 1001").waitFor();
    expect(await said.count()).toBe(20);
    await page.getByText("983 to 1,002 of 1,002").waitFor();
    await page.getByRole("button", { name: "Earlier comments" }).click();
    await page.getByText("said 902", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Earlier comments" }).press("Enter");
    await page.getByText("803 to 902 of 1,002").waitFor();
    expect(await said.count()).toBe(100);
    await page.getByRole("button", { name: "The first comments" }).press("Enter");
    await page.getByText("said 0", { exact: true }).waitFor();
    expect(await said.count()).toBe(2);
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Later comments" }).press("Enter");
    await page.getByText("3 to 102 of 1,002").waitFor();
    const line = page.getByRole("textbox", { name: "Say something" });
    await line.fill("said at last");
    await line.press("Control+Enter");
    await page.getByText("984 to 1,003 of 1,003").waitFor();
    await page.getByText("said at last", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a comment is being changed, then the talk is not leafed through before the reader is asked", async () => {
    const { id } = (await service.call("POST", "/api/tasks", { body: { title: "Talk with a change" } })).body;
    for (let at = 0; at < 101; at += 1)
      await service.call("POST", `/api/tasks/${id}/comments`, { body: { text: `said ${at}` } });
    const { page, close } = await service.open(`/tasks?task=${id}`);
    await page.getByRole("button", { name: "Change the comment" }).last().click();
    await page.getByRole("textbox", { name: "Change the comment" }).fill("not finished");
    await page.getByRole("button", { name: "Earlier comments" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByRole("textbox", { name: "Change the comment" }).inputValue()).toBe("not finished");
    await page.getByText("82 to 101 of 101").waitFor();
    await close();
  });

  test("when there are thousands, then only those in sight are read, and the last one is a key away", async () => {
    const titles = Array.from({ length: 1_200 }, (_, index) => `bulk ${String(index).padStart(4, "0")}`);
    for (const title of titles) await makeTask({ title });
    const { page, complaints, fitsWidth, findBarriers, close } = await service.open(
      "/tasks?view=table&which=all&sort=title",
      { context: phone },
    );
    let reads = 0;
    page.on("request", (request) => {
      if (/\/api\/tasks\?/.test(request.url())) reads += 1;
    });
    const list = page.getByRole("grid", { name: "Tasks" });
    await list.getByText("bulk 0000").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Order by Title" }).click();
    await page.waitForURL(/sort=-title/);
    await list.getByText("pump: pressure lost").or(list.getByText("Refused")).first().waitFor();
    await list.focus();
    await page.keyboard.press("End");
    await list.getByText("bulk 0000").waitFor();
    expect(await list.getByRole("row").count()).toBeLessThan(100);
    expect(reads).toBeLessThan(10);
    await page.keyboard.press("Enter");
    await page.getByRole("complementary").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when German is chosen, then the page speaks it, and goes on doing so", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/tasks?view=table&which=all");
    await page.getByRole("heading", { name: "Tasks" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("Deutsch");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Aufgaben" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("de");
    await page.getByText(/^1\.2\d\d Aufgaben$/).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Aufgaben" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
