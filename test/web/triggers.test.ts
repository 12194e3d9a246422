import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { countSamples, sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("triggers", () => {
  let service: PageService;
  let other: Server;
  const called: string[] = [];
  beforeAll(async () => {
    service = await startPageService({ webhookAllow: ["127.0.0.1"] });
    await service.store(sampleEvents());
    other = createServer(async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      called.push(body);
      response.end("thank you");
    }).listen(0, "127.0.0.1");
  }, patienceMs);
  afterAll(async () => {
    other?.close();
    await service?.close();
  });

  const refusals = countSamples(({ program }) => program === "nginx");
  const triggerOf = async (id: number) => (await service.call("GET", `/api/triggers/${id}`)).body;
  const idIn = (url: string) => Number(/\/triggers\/(\d+)/.exec(url)?.[1]);

  async function makeTrigger(body: object): Promise<{ id: number }> {
    const made = await service.call("POST", "/api/triggers", { body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  }

  test("when Enter ends a line before its editor has come, then it is a condition, and no trigger is made", async () => {
    const { page, close } = await service.open("/triggers");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const made: string[] = [];
    page.on("request", (request) => request.method() === "POST" && made.push(new URL(request.url()).pathname));
    await page.route(/\/editor[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${service.url}/triggers/new`);
    await page.getByRole("textbox", { name: "Name" }).fill("Too early");
    await page.getByRole("textbox", { name: "Or as a line, then Enter" }).fill("program:nginx");
    await page.keyboard.press("Enter");
    release();
    await page.getByRole("button", { name: "Take the condition on program away" }).waitFor();
    expect(made).not.toContain("/api/triggers");
    expect(new URL(page.url()).pathname).toBe("/triggers/new");
    await close();
  });

  test("when one is made by keyboard alone, then it says before what it would have fired on, and fires after", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/triggers", { routes: true });
    await page.getByRole("heading", { name: "There is no trigger yet" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Name" }).fill("Refusals");
    await page.getByRole("textbox", { name: "Or as a line, then Enter" }).fill("program:nginx refused");
    await page.keyboard.press("Enter");
    await page.getByText(`It would have fired ${refusals} times.`).waitFor();
    const which = page.getByRole("region", { name: "Which events" });
    expect(await which.getByRole("button", { name: /^Take the condition on/ }).count()).toBe(2);
    await page.getByRole("combobox", { name: "When it fires" }).click();
    await page.getByRole("option", { name: "When they are many" }).click();
    const many = page.getByRole("textbox", { name: "So many" });
    await many.fill("");
    await page.getByText("It stays 10 unless another number is written here.").waitFor();
    await many.blur();
    expect(await many.inputValue()).toBe("10");
    await many.fill("");
    await many.pressSequentially("2e3");
    await many.blur();
    expect(await many.inputValue()).toBe("2,000");
    for (const [pasted, stands] of [
      ["1,200", "1,200"],
      ["1.5", "1.5"],
    ] as const) {
      await many.press("Control+a");
      await page.keyboard.insertText(pasted);
      await many.blur();
      expect(await many.inputValue()).toBe(stands);
    }
    await page.getByText("“1.5” is no whole number. It stays 1,200 unless another number is written here.").waitFor();
    await page.keyboard.press("Control+s");
    await page.locator("input:invalid:focus").waitFor();
    expect((await service.call("GET", "/api/triggers?name=Refusals")).body.item_count).toBe(0);
    await many.fill("2");
    await page.getByRole("textbox", { name: "Within seconds" }).fill("600");
    await page.getByText(`It would have fired ${Math.floor(refusals / 2)} times.`).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    let answer = () => {};
    const isAnswered = new Promise<void>((done) => {
      answer = done;
    });
    await page.route("**/api/triggers", (route) => isAnswered.then(() => route.continue()));
    await page.keyboard.press("Control+s");
    await page.locator('button[type="submit"][data-loading]').waitFor();
    await page.keyboard.press("Control+s");
    answer();
    await page.getByText("From now on “Refusals” looks at every event.").waitFor();
    expect((await service.call("GET", "/api/triggers?name=Refusals")).body.item_count).toBe(1);
    await page.waitForURL(/\/triggers\/\d+$/);
    const id = idIn(page.url());
    expect(await triggerOf(id)).toMatchObject({
      threshold: { count: 2, seconds: 600 },
      filter: [{ field: "program" }, { field: "message" }],
    });
    const line = { program: "nginx", severity: 4 };
    await service.store([
      { ...line, message: "connection refused once" },
      { ...line, message: "connection refused twice" },
    ]);
    await until(async () => (await triggerOf(id)).hits_count === 1, "it fired");
    await page.reload();
    await page.getByText("It fired once.").waitFor();
    await page.getByRole("link", { name: "The events it fired for" }).click();
    await page.locator('[role="grid"]').getByText("connection refused twice").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when what is said does not fit, then each fault stands beside its field, and nothing is lost", async () => {
    const { page, findBarriers, close } = await service.open("/triggers/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Calls nobody");
    await page.getByRole("checkbox", { name: "Call another service" }).check();
    await page.getByRole("button", { name: "Make it" }).click();
    await page.getByText("1 of what is said here does not fit").waitFor();
    const address = page.getByRole("textbox", { name: "Address" });
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await page.locator('[aria-invalid="true"]:focus').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Calls nobody");
    await close();
  });

  test("when it is saved with a line that no Enter ended, then the line counts; a wrong one says so instead", async () => {
    const { page, complaints, close } = await service.open("/triggers/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Without Enter");
    const line = page.getByRole("textbox", { name: "Or as a line, then Enter" });
    await line.fill("program:(nginx");
    await page.getByRole("button", { name: "Make it" }).click();
    await page
      .getByRole("alert")
      .getByText(/^Column 9: /)
      .waitFor();
    expect(new URL(page.url()).pathname).toBe("/triggers/new");
    await line.press("Control+a");
    await page.keyboard.insertText("program:nginx");
    await page.getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/triggers\/\d+$/);
    const { id, filter } = await triggerOf(idIn(page.url()));
    expect(filter).toEqual([expect.objectContaining({ field: "program", value: "nginx" })]);
    await line.fill("host:web-1");
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Take the condition on host away" }).waitFor();
    await until(async () => (await triggerOf(id)).filter.length === 2, "the second condition is kept");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a test is sent, then it says what the other side made of it, and what was sent", async () => {
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook`;
    const { id } = await makeTrigger({ name: "Caller", q: "nothing-like-it", send_webhook: { url, template: "{}" } });
    const { page, complaints, close } = await service.open(`/triggers/${id}`);
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText(/127\.0\.0\.1:\d+ took it/).waitFor();
    await page.getByText("It answered: 200 thank you").waitFor();
    expect(called).toEqual(["{}"]);
    await page.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:1/");
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText(/127\.0\.0\.1:1 did not take it/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it acts, then its page says when, for which event, and what became of each thing it did", async () => {
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook`;
    const acting = {
      create_task: { title: "Look" },
      notify: true,
      send_webhook: { url, template: "{}" },
      min_interval: 0,
    };
    const { id } = await makeTrigger({ name: "Acting", q: "halting", ...acting });
    await service.store([{ host: "db-9", program: "ups", severity: 2, message: "halting in 3 minutes" }]);
    const actsOf = async () => (await service.call("GET", `/api/triggers/${id}/acts`)).body.objects;
    await until(async () => (await actsOf())[0]?.outcomes[2]?.state === "delivered", "the call arrived");
    const { page, complaints, findBarriers, close } = await service.open(`/triggers/${id}`);
    const acts = page.getByRole("list", { name: "When it acted lately" });
    await acts.getByText("halting in 3 minutes").waitFor();
    await acts.getByText("1 person was told").waitFor();
    await acts.getByText(`Call to ${new URL(url).origin}: arrived`).waitFor();
    expect(await findBarriers()).toEqual([]);
    await acts.getByRole("link", { name: /^Task \d+ was made$/ }).click();
    await page.getByRole("complementary", { name: /Look/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is maintained and has a place in the order, then both are kept; what is not saved is asked about", async () => {
    const { id } = await makeTrigger({ name: "Maintained", q: "nothing-like-it" });
    const { page, complaints, findBarriers, fitsWidth, close } = await service.open(`/triggers/${id}`);
    await page.getByRole("button", { name: "Add a maintenance window" }).click();
    await page.getByRole("textbox", { name: "What is maintained" }).fill("New disks");
    const from = page.getByLabel(/^From, /);
    await from.fill("2031-05-02T10:00");
    await page.getByRole("button", { name: "Choose a day" }).first().click();
    await page.getByRole("button", { name: "Thursday, May 1, 2031" }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Thursday, May 1, 2031" }).click();
    expect(await from.inputValue()).toBe("2031-05-01 10:00");
    await page.getByLabel(/^To, /).fill("2031-05-01T09:00");
    await page.getByRole("textbox", { name: /^Place in the order/ }).fill("7");
    await page.keyboard.press("Control+s");
    await page.getByText("1 of what is said here does not fit").waitFor();
    expect(await page.getByLabel(/^To, /).getAttribute("aria-invalid")).toBe("true");
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("link", { name: "All triggers" }).click();
    const asks = page.getByRole("dialog", { name: "Leave without saving?" });
    expect(await findBarriers()).toEqual([]);
    await asks.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel(/^To, /).fill("2031-05-01T12:30");
    await page.keyboard.press("Control+s");
    await page.getByText("“Maintained” is saved").waitFor();
    const [window] = (await triggerOf(id)).maintenance;
    expect([window.title, window.to - window.from, (await triggerOf(id)).order]).toEqual(["New disks", 9000, 7]);
    expect(await fitsWidth()).toBe(true);
    await page.getByRole("link", { name: "All triggers" }).click();
    await page.waitForURL(/\/triggers$/);
    expect(complaints.filter((said) => !said.includes("400 (Bad Request)"))).toEqual([]);
    await close();
  });

  test("when somebody else saves it meanwhile, then his fields stay, and who changed the same is asked", async () => {
    const { id } = await makeTrigger({ name: "Of two", filter: [], add_note: "first" });
    const { page, complaints, findBarriers, close } = await service.open(`/triggers/${id}`);
    const note = page.getByRole("textbox", { name: "Note on the event" });
    await note.fill("mine");
    await service.call("PATCH", `/api/triggers/${id}`, { body: { name: "Of three" } });
    await page.keyboard.press("Control+s");
    await page.getByText("“Of three” is saved").waitFor();
    expect(await triggerOf(id)).toMatchObject({ name: "Of three", add_note: "mine" });
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Of three");
    expect(await page.getByText("Not saved yet").count()).toBe(0);
    await note.fill("mine again");
    await service.call("PATCH", `/api/triggers/${id}`, { body: { add_note: "theirs" } });
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Somebody has changed the same meanwhile" });
    await dialog.waitFor();
    expect(await findBarriers()).toEqual([]);
    expect((await triggerOf(id)).add_note).toBe("theirs");
    const [theirs] = await Promise.all([
      page.context().waitForEvent("page"),
      dialog.getByRole("link", { name: "See theirs in a new tab" }).click(),
    ]);
    expect(await theirs.getByRole("textbox", { name: "Note on the event" }).inputValue()).toBe("theirs");
    await theirs.close();
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await until(async () => (await triggerOf(id)).add_note === "mine again", "his note is saved");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when it is switched off in the list, then it is off; when it is deleted elsewhere, then its page says so", async () => {
    const { id } = await makeTrigger({ name: "Switched", q: "x", order: -5 });
    const { page, complaints, fitsWidth, findBarriers, close } = await service.open("/triggers", { context: phone });
    await page.getByRole("switch", { name: "“Switched” is switched on" }).press(" ");
    await until(async () => (await triggerOf(id)).is_active === false, "it is off");
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("grid", { name: "Triggers" }).getByText("Switched").click();
    await page.waitForURL(new RegExp(`/triggers/${id}$`));
    await page.getByText("It would not have fired.").waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await service.call("DELETE", `/api/triggers/${id}`);
    await page.reload();
    await page.getByRole("heading", { name: "This trigger is not there any more" }).waitFor();
    await close();
  });

  test("when somebody may not manage triggers, then he is told which permission it takes", async () => {
    const { cookie } = await service.createUser({ username: "no-triggers", permissions: ["search_events"] });
    const { page, close } = await service.open("/triggers", { cookie });
    await page.getByText("It takes the permission “manage_triggers”.").waitFor();
    await close();
  });
});
