import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, phone } from "../support/browser/browser.ts";
import { type PageService, startPageService } from "../support/browser/page-service.ts";
import { patienceMs, until } from "../support/patience.ts";
import { login } from "../support/service/start-service.ts";

const daySeconds = 86_400;

describe.skipIf(browserPath === undefined)("the administration and one's account", () => {
  let service: PageService;
  beforeAll(async () => {
    service = await startPageService({ sealEvents: 1 });
    const now = Date.now() / 1000;
    await service.store([0, 3, 20].map((days) => ({ ts: now - days * daySeconds, host: "web-1", message: "hello" })));
  }, patienceMs);
  afterAll(() => service?.close());

  test("when a token is made by keyboard, then its key is shown once and works; when it is revoked, then not", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/admin/tokens");
    await page.getByRole("grid", { name: "Tokens" }).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "What it is for" }).fill("Shipper of the shop");
    const bound = page.getByRole("textbox", { name: "MB a day at most" });
    await bound.fill("5k");
    await page.keyboard.press("Enter");
    await page.getByText("“5k” is no number.").waitFor();
    expect(await page.locator("input:invalid").count()).toBe(1);
    await bound.fill("5");
    await page.getByRole("combobox", { name: "Ends by itself" }).selectOption("30");
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press("Enter");
    const key = (await page.locator("code", { hasText: /^ingest-[0-9a-f]{48}$/ }).textContent())!;
    expect((await service.call("POST", "/incoming", { token: key, body: [{ host: "b", message: "x" }] })).status).toBe(
      200,
    );
    await page.getByRole("button", { name: "Done" }).click();
    expect(await page.getByText(key).count()).toBe(0);
    await page.getByRole("grid", { name: "Tokens" }).getByText("Shipper of the shop").click();
    await page.waitForURL(/token=ingest-[0-9a-f]{12}$/);
    await page.getByRole("region", { name: "What it sent" }).getByText("127.0.0.1").waitFor();
    const { body: stored } = await service.call("GET", `/api/authtokens/${key}`);
    expect(stored).toMatchObject({ bytes_per_day: 5_000_000, description: "Shipper of the shop" });
    expect(Math.abs(stored.expires_at - (Date.now() / 1000 + 30 * daySeconds))).toBeLessThan(600);
    await page.getByRole("button", { name: "Revoke the token" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke the token" }).click();
    await page.getByText("“Shipper of the shop” is revoked.").waitFor();
    expect((await service.call("POST", "/incoming", { token: key, body: [{ host: "b", message: "x" }] })).status).toBe(
      401,
    );
    await page.goBack();
    await page.getByRole("heading", { name: "This token is not there any more" }).waitFor();
    // The token that is gone was asked for: the browser says so.
    expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
    await close();
  });

  test("when a user is made, changed and deleted, then he can log in, may what was said, and is gone", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/admin/users");
    await page.getByRole("grid", { name: "Users" }).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "User name" }).fill("admin");
    await page.getByRole("textbox", { name: "Password" }).fill("password of nina");
    await page.getByRole("button", { name: "New user" }).last().click();
    await page.getByText('There is already a user named "admin".').first().waitFor();
    await page.getByRole("textbox", { name: "User name" }).fill("nina");
    await page.getByRole("checkbox", { name: "See the state of the service" }).check();
    await page.getByRole("textbox", { name: "Sees only events of these hosts" }).fill("web-*\n db-? ");
    await page.keyboard.press("Control+s");
    await page.getByText("nina can log in now.").waitFor();
    await page.waitForURL(/user=\d+/);
    const id = Number(/user=(\d+)/.exec(page.url())![1]);
    expect((await service.call("GET", `/api/users/${id}`)).body).toMatchObject({
      permissions: ["search_events", "view_system"],
      hosts: ["web-*", "db-?"],
    });
    await login(service.url, "nina", "password of nina");
    await page.getByRole("textbox", { name: "First name" }).fill("Nina");
    // Who opens another one is asked first, and may stay.
    await page.getByRole("grid", { name: "Users" }).getByText("admin").first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByRole("textbox", { name: "First name" }).inputValue()).toBe("Nina");
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Nina is saved.").waitFor();
    // What is on is told from what is off, also where the system chooses the colours.
    await page.emulateMedia({ forcedColors: "active" });
    const groundsOf = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('aside ${selector}')].map((e) => getComputedStyle(e).backgroundColor)`,
      );
    expect(new Set(await groundsOf(".mantine-Switch-track")).size).toBe(2);
    expect(new Set(await groundsOf(".mantine-Checkbox-input")).size).toBe(2);
    await page.emulateMedia({ forcedColors: "none" });
    await page.getByRole("button", { name: "Delete the user" }).click();
    await page.getByRole("dialog").getByText("0 tasks, 0 triggers").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the user" }).click();
    await page.getByText("Nina is deleted.").waitFor();
    expect((await service.call("GET", `/api/users/${id}`)).status).toBe(404);
    expect(complaints.filter((complaint) => !/40[04]/.test(complaint))).toEqual([]);
    await close();
  });

  test("when there are thousands of users, then those in sight are drawn, and one is found by name", async () => {
    const page_size = { page_size: "1" };
    const { page, close } = await service.open("/admin/users");
    // So many as the real list would answer; a password takes too long to make ten thousand.
    const row = (id: number) => ({
      id,
      username: `u${id}`,
      first_name: "",
      last_name: "",
      fullname: `u${id}`,
      is_active: true,
    });
    await page.route(/\/api\/users\?.*page_size=100/, (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get("page"));
      const objects = Array.from({ length: 100 }, (_, i) => row(at * 100 + i));
      return route.fulfill({ json: { objects, item_count: 10_000, page_count: 100, page_number: at, page_size } });
    });
    await page.reload();
    await page.getByText("10,000 users").waitFor();
    const grid = page.getByRole("grid", { name: "Users" });
    expect(await grid.getByRole("row").count()).toBeLessThan(60);
    await grid.focus();
    await page.keyboard.press("End");
    await grid.getByText("u10099").first().waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("searchbox", { name: "Find by name" }).fill("nobody-like-it");
    await page.getByRole("heading", { name: "Nobody has such a name" }).waitFor();
    await close();
  });

  test("when less is to be kept, then it is asked before days are deleted", async () => {
    const { page, complaints, findBarriers, close } = await service.open("/admin/settings");
    const daysOf = async () => (await service.call("GET", "/api/system")).body.storage.days.length;
    await until(async () => (await daysOf()) === 3, "three days are sealed");
    await page.getByRole("textbox", { name: "Days of events" }).fill("10");
    expect(await findBarriers()).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^1 day of events, .* is deleted at once/)
      .waitFor();
    expect(await daysOf()).toBe(3);
    await page.getByRole("button", { name: "Save, and delete them" }).click();
    await page.getByText("The settings hold from now on.").waitFor();
    await until(async () => (await daysOf()) === 2, "the oldest day is gone");
    await page.getByRole("link", { name: "System" }).click();
    await page.getByText("10 days are kept.").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the pages are read on a phone and in the dark, then all can, and nothing is cut off", async () => {
    await service.call("POST", "/incoming", { token: "none", body: [{ message: "x" }] });
    const refused = async () => (await service.call("GET", "/api/system")).body.uncounted.unauthorized.deliveries;
    await until(async () => (await refused()) > 0, "a stranger is counted");
    const { page, complaints, findBarriers, fitsWidth, close } = await service.open("/admin/system", {
      context: phone,
    });
    for (const [path, text] of [
      ["/admin/system", "Refused before their events were counted"],
      ["/admin/users?user=1", "Superuser: may everything"],
      ["/admin/sessions", "this one"],
      ["/admin/settings", "How much is kept"],
      ["/account/me", "How the page looks"],
      ["/account/tokens", "Tokens"],
      ["/account/sessions", "this one"],
      ["/account/keyboard", "Shortcuts of a single key"],
      ["/notifications", "Nobody has told you anything"],
    ] as const) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`${service.url}${path}`);
      await page.getByText(text).first().waitFor();
      expect([path, await fitsWidth()]).toEqual([path, true]);
      expect([path, ...(await findBarriers())]).toEqual([path]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect([path, ...(await findBarriers())]).toEqual([path]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test("when somebody ends his other sessions and changes his password, then he stays in and the others are out", async () => {
    const { id, cookie } = await service.createUser({ username: "olaf" });
    const whoIs = async (of: string) =>
      (await service.call("GET", "/api/auth", { token: "", headers: { cookie: of } })).body.user?.username;
    const second = await login(service.url, "olaf", "password of olaf");
    const { page, complaints, close } = await service.open("/account/sessions", { cookie });
    await page.getByText("2 sessions").waitFor();
    await page.getByRole("button", { name: "End all others" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
    await page.getByText("You are logged in here alone.").waitFor();
    expect([await whoIs(cookie), await whoIs(second)]).toEqual(["olaf", undefined]);
    await page.getByRole("link", { name: "About me" }).click();
    await page.getByRole("textbox", { name: "Current password" }).fill("not it at all");
    await page.getByRole("textbox", { name: "New password", exact: true }).fill("another password");
    await page.getByRole("textbox", { name: "New password once more" }).fill("another password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The current password is wrong.").first().waitFor();
    await page.getByRole("textbox", { name: "Current password" }).fill("password of olaf");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The password is changed.").waitFor();
    await login(service.url, "olaf", "another password");
    expect(id).toBeGreaterThan(1);
    expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
    await close();
  });

  test("when a language is chosen, then the account keeps it for every browser; else the browser's is spoken", async () => {
    const { id, cookie } = await service.createUser({ username: "petra" });
    const english = await service.open("/account/me", { cookie });
    await english.page.getByRole("combobox", { name: "Language" }).selectOption("de");
    await english.page.getByRole("heading", { name: "Wie die Seite aussieht" }).waitFor();
    expect((await service.call("GET", `/api/users/${id}`)).body.preferences).toEqual({ language: "de" });
    await english.close();
    const elsewhere = await service.open("/account/me", { cookie });
    await elsewhere.page.getByRole("heading", { name: "Wie die Seite aussieht" }).waitFor();
    await elsewhere.close();
    const plain = await service.createUser({ username: "quentin" });
    const german = await service.open("/account/me", { cookie: plain.cookie, context: { locale: "de-AT" } });
    await german.page.getByRole("heading", { name: "Wie die Seite aussieht" }).waitFor();
    expect(german.complaints).toEqual([]);
    await german.close();
  });

  test("when somebody may less, then he sees the parts that are his and nothing else", async () => {
    const { cookie } = await service.createUser({ username: "rita", permissions: ["manage_authtokens"] });
    const { page, close } = await service.open("/admin", { cookie });
    await page.waitForURL(/\/admin\/tokens$/);
    const names = await page.getByRole("navigation", { name: "Administration" }).getByRole("link").allTextContents();
    expect(names).toEqual(["Tokens"]);
    await page.goto(`${service.url}/admin/users`);
    await page.getByRole("heading", { name: "Administration is not open to you" }).waitFor();
    await close();
    const plain = await service.createUser({ username: "sven" });
    const visit = await service.open("/admin", { cookie: plain.cookie });
    await visit.page.getByRole("heading", { name: "Administration is not open to you" }).waitFor();
    await visit.close();
  });

  test("when the service refuses, then it is said in words, and the page goes on", async () => {
    const { page, findBarriers, close } = await service.open("/account/tokens");
    const headers = { "retry-after": "7" };
    for (const [status, title] of [
      [403, "You may not do that"],
      [404, "It is not there any more"],
      [409, "As things stand, that cannot be"],
      [413, "That is too large"],
      [429, "Too much at a time"],
      [500, "vigie made a mistake"],
      [503, "vigie cannot do that now"],
    ] as const) {
      await page.route("**/api/authtokens?**", (route) =>
        route.fulfill({ status, headers, json: { detail: "So it is." } }),
      );
      await page.reload();
      await page.getByRole("heading", { name: title }).waitFor();
      if (status === 429) await page.getByText("Try again in 7 s.").waitFor();
      expect([status, ...(await findBarriers())]).toEqual([status]);
      await page.unrouteAll({ behavior: "wait" });
      if (status === 429 || status >= 500) await page.getByRole("button", { name: "Ask again" }).click();
      else await page.reload();
      await page.getByRole("heading", { name: title }).waitFor({ state: "detached" });
    }
    await close();
  });
});
