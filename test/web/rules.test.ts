import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { sampleEvents } from "./sample-events.ts";

describe.skipIf(browserPath === undefined)("parser rules", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService();
    await service.store(sampleEvents());
  }, patienceMs);
  afterAll(() => service?.close());

  const ruleOf = async (name: string) => (await service.call("GET", `/api/parser-rules/${name}`)).body;

  test("when a part of an event's message is marked, then a rule is made of it, tried, saved, and in force", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/search?t=last_2_hours&q=refused");
    await page.locator('[role="grid"] [role="row"]').first().click();
    await page.getByRole("link", { name: "Make a parser rule of it" }).click();
    const message = page.getByRole("textbox", { name: "The message" });
    await message.waitFor();
    await message.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+Shift+ArrowLeft");
    await until(
      async () => /^\d+$/.test(await page.getByRole("textbox", { name: "The part" }).inputValue()),
      "it is marked",
    );
    await page.getByRole("textbox", { name: "Name of the tag" }).fill("refused_by");
    await page.getByRole("button", { name: "Make the rule" }).press("Enter");
    await page.getByRole("textbox", { name: "The rules", exact: true }).getByText("refused_by of nginx").waitFor();
    await page.getByRole("button", { name: "Try", exact: true }).press("Enter");
    const tried = page.getByRole("region", { name: "Try them" });
    await tried.getByText("tag:refused_by becomes").waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("textbox", { name: "Name of the file" }).fill("10-refusals");
    await page.keyboard.press("Control+s");
    await page.waitForURL(/\/rules\/10-refusals$/);
    await service.store([{ program: "nginx", severity: 4, message: "connection refused by 4711" }]);
    await until(async () => (await ruleOf("10-refusals")).hits === 1, "the rule applied");
    await page.goto(`${service.url}/rules`);
    await page.getByRole("row", { name: /10-refusals/ }).waitFor();
    await page.getByText("1 hit since it was loaded").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when a file is wrong, then its line is named while it is written, and it is not saved", async () => {
    const { page, complaints, close } = await service.open("/rules/new");
    await page.getByRole("textbox", { name: "Name of the file" }).fill("20-wrong");
    await page.getByRole("textbox", { name: "The rules", exact: true }).press("Control+End");
    await page.keyboard.type("colour: blue");
    await page
      .getByRole("alert")
      .getByText(/^Line 9: .*colour/)
      .waitFor();
    await page.locator(".line-wrong").waitFor();
    expect(complaints).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("alert")
      .getByText(/^Line 9: /)
      .waitFor();
    expect((await service.call("GET", "/api/parser-rules/20-wrong")).status).toBe(404);
    await page.getByRole("textbox", { name: "The rules", exact: true }).press("Control+End");
    for (const _ of "colour: blue") await page.keyboard.press("Backspace");
    await page
      .getByRole("alert")
      .getByText(/^Line 9: /)
      .waitFor({ state: "detached" });
    const checked = page.waitForResponse(
      (answer) => answer.url().endsWith("/parser-rules/check") && answer.request().postData()!.includes("name: shop"),
    );
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("name: shop\n");
    expect(await (await checked).json()).toEqual({ fault: null });
    await close();
  });

  test("when a shipped file is opened, then it can be read, measured, and switched off in the list", async () => {
    const { page, complaints, findBarriers, fitsWidth, close } = await service.open("/rules", { context: phone });
    await page.getByRole("switch", { name: "“cef” is switched on" }).press(" ");
    await until(async () => (await ruleOf("cef")).enabled === false, "it is off");
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await page.goto(`${service.url}/rules/cef`);
    await page.getByText("It is switched off, so no event meets it").waitFor();
    await page.goto(`${service.url}/rules/sshd`);
    await page.getByText("This file came with vigie.").waitFor();
    const cost = page.getByRole("region", { name: "What they cost" });
    await cost.getByRole("button", { name: "Measure" }).click();
    await cost.getByRole("row").filter({ hasText: "accepted login" }).getByText(/µs$/).first().waitFor();
    expect(await fitsWidth()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when tests stand beside rules, then they are run on what is written, saved, and shown with what differs", async () => {
    const text = `rewrite_rules:\n  - name: greeting\n    match:\n      - {field: message, op: "=~", value: '^hello (?P<who>\\w+)'}\n    tag: {who: "\${who}"}\n`;
    await service.call("POST", "/api/parser-rules", { body: { name: "greetings", text } });
    const { page, complaints, findBarriers, close } = await service.open("/rules/greetings");
    const tests = page.getByRole("region", { name: "Tests beside the rules" });
    await tests.getByRole("button", { name: "Write the first" }).click();
    const field = tests.getByRole("textbox", { name: "Tests beside the rules" });
    // Typed over all of it by key: the browser's own way would break the policy of the page.
    await field.press("Control+a");
    await field.press("x");
    await until(async () => (await field.textContent()) === "x", "it takes the place of all");
    await field.press("Control+z");
    await field.press("Control+a");
    const pasted = JSON.stringify(
      "tests:\n  - name: a greeting\n    event: {program: x, message: hello bob}\n    expect:\n      user_tags: {who: alice}",
    );
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", ${pasted});
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    })()`);
    await tests.getByRole("button", { name: "Run the tests" }).click();
    await tests.getByText("1 test failed, 0 passed.").waitFor();
    await tests.getByText('tag who: expected "alice", got "bob".').waitFor();
    expect(await findBarriers()).toEqual([]);
    await field.press("Control+End");
    for (let left = "alice}".length; left > 0; left--) await page.keyboard.press("Backspace");
    await page.keyboard.type("bob}");
    await tests.getByRole("button", { name: "Run the tests" }).click();
    await tests.getByText("The test passed.").waitFor();
    await tests.getByRole("button", { name: "Save the tests" }).click();
    await page.getByText("The tests of “greetings” are saved.").waitFor();
    expect((await service.call("GET", "/api/parser-rules/greetings/tests")).body.text).toContain("{who: bob}");
    await page.goto(`${service.url}/rules/sshd`);
    await tests.getByText("These tests came with vigie.").waitFor();
    await tests.getByRole("button", { name: "Run the tests" }).click();
    await tests.getByText(/^All \d+ tests passed\.$/).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("when somebody else saves a file meanwhile, then the reader is asked before his text replaces theirs", async () => {
    const path = "/api/parser-rules/shared-file";
    const textOf = async () => (await service.call("GET", path)).body.text as string;
    const rules = (description: string) =>
      `description: ${description}\nrewrite_rules:\n  - {name: a, tag: {who: me}}\n`;
    const made = await service.call("POST", "/api/parser-rules", {
      body: { name: "shared-file", text: rules("first") },
    });
    expect(made.status).toBe(201);
    const { page, complaints, findBarriers, close } = await service.open("/rules/shared-file");
    const editor = page.getByRole("textbox", { name: "The rules", exact: true });
    await editor.press("Control+Home");
    await page.keyboard.type("# mine\n");
    await service.call("PATCH", path, { body: { text: rules("theirs") } });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Somebody has changed this file meanwhile" });
    await dialog.waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await textOf()).toBe(rules("theirs"));
    await page.keyboard.press("Control+s");
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await until(async () => (await textOf()) === `# mine\n${rules("first")}`, "his text is saved");
    await dialog.waitFor({ state: "detached" });
    // The page saves one text at a time: the key does nothing until it has heard that this one is there.
    await page.getByText("“shared-file” is saved").waitFor();
    await editor.press("Control+Home");
    await page.keyboard.type("# once more\n");
    await page.keyboard.press("Control+s");
    await until(async () => (await textOf()).startsWith("# once more"), "the next one needs no question");
    expect(complaints).toEqual([]);
    await close();
  });

  test("when somebody may not manage rules, then he reads them and nothing else", async () => {
    const { cookie } = await service.createUser({ username: "rule-reader", permissions: [] });
    const { page, complaints, close } = await service.open("/rules/sshd", { cookie });
    await page.getByText("to change them takes the permission “manage_parser_rules”").waitFor();
    await page.getByRole("textbox", { name: "The rules", exact: true }).getByText("accepted login").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Try", exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.goto(`${service.url}/rules/no-such-file`);
    await page.getByRole("heading", { name: "There are no rules of this name" }).waitFor();
    await page.goto(`${service.url}/rules/new`);
    await page.getByRole("heading", { name: "New rules is not open to you" }).waitFor();
    await close();
  });
});
