import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken, logIn, type ServiceProcess, startServiceProcess } from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-triggers-"));
let service: ServiceProcess;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startServiceProcess(folder);
  env = { VIGIE_URL: service.url, VIGIE_TOKEN: await createToken(service.url, await logIn(service.url), "USER") };
});
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

const triggers = (...args: string[]) => runVigie(["triggers", ...args], { env });

test("when a trigger is made of a file, then it is listed, previewed and tested, and says what stays away", async () => {
  const file = join(folder, "trigger.json");
  const body = { name: "disks", q: "disk", send_email: { to: ["a@example.org"] }, is_new_pattern: true };
  writeFileSync(file, JSON.stringify(body));
  const { code, out } = await triggers("create", file);
  expect([code, out]).toEqual([0, "1\n"]);
  expect((await triggers("list")).out).toMatch(/^ *1 {2}on +new patterns +0 {2}never +admin +disks$/m);
  expect(JSON.parse((await triggers("list", "--json")).out)).toMatchObject({ name: "disks", is_new_pattern: true });
  const headers = { authorization: `token ${env.VIGIE_TOKEN}`, "content-type": "application/json" };
  const events = JSON.stringify([{ host: "web", program: "kernel", message: "disk 1 failed" }]);
  expect((await fetch(`${service.url}/incoming`, { method: "POST", headers, body: events })).status).toBe(200);
  const preview = await triggers("preview", "1");
  expect(preview.out).toMatch(/ web {3}kernel {3}disk 1 failed\nIt would have fired 1 time\.\n$/);
  const tested = await triggers("test", "1");
  expect([tested.code, tested.out]).toEqual([1, expect.stringMatching(/^mail .* failed +No mail server/m)]);
  expect((await triggers("absences", "1")).out).toBe("Nothing stays away.\n");
});

test("when a trigger is shown, then what is written makes another one, which is changed and deleted", async () => {
  const file = join(folder, "copy.yaml");
  writeFileSync(file, "name: fans\nq: fan\nmark_known: true\nquiet_hours: []\n");
  const [id] = (await triggers("create", file)).out.split("\n");
  const shown = await triggers("show", id!);
  expect(shown.out).toMatch(/^name: fans$/m);
  writeFileSync(file, shown.out);
  const copied = (await triggers("create", file)).out.trim();
  writeFileSync(file, "- name: a list of one\n  q: fan\n");
  const listed = (await triggers("create", file)).out.trim();
  expect((await triggers("show", listed)).out).toMatch(/^name: a list of one$/m);
  expect(JSON.parse((await triggers("show", copied, "--json")).out)).toMatchObject({ name: "fans", mark_known: true });
  writeFileSync(file, "name: fans and disks\n");
  expect((await triggers("set", copied, "--no-active", "--file", file)).out).toBe(`Changed trigger ${copied}.\n`);
  const changed = JSON.parse((await triggers("show", copied, "--json")).out);
  expect(changed).toMatchObject({ name: "fans and disks", mark_known: true, is_active: false });
  expect(await triggers("delete", copied)).toMatchObject({ code: 0, out: `Deleted trigger ${copied}.\n` });
  expect(await triggers("show", copied)).toMatchObject({ code: 1, out: "" });
});

test.each([
  [["set", "1"], 2, "Nothing to change"],
  [["set", "1", "--file", import.meta.filename], 2, "Cannot read"],
  [["delete", "99"], 1, "Not found"],
  [["test", "x"], 2, "Expected the number of a trigger"],
  [["create", "/nowhere.json"], 2, "Cannot read"],
  [["test", "99"], 1, "Not found"],
])("when it is asked for %j, then it says what is wrong", async (args, code, said) => {
  const { code: ended, err } = await triggers(...args);
  expect([ended, err]).toEqual([code, expect.stringContaining(said)]);
});

test.each([
  ["bad.yaml", "name: disks\n\tq: disk\n", "Tabs are not allowed as indentation at line 2, column 1."],
  ["bad.json", '{"name": "disks",\n "q" "disk"}', "at line 2, column 6."],
])("when %s is no YAML and no JSON, then it says where", async (name, text, said) => {
  writeFileSync(join(folder, name), text);
  const { code, err } = await triggers("create", join(folder, name));
  expect([code, err]).toEqual([2, expect.stringContaining(said)]);
});

test.each([
  ["name: disks\nfiltr: [{field: host, value: web}]\n", 'the key "filtr" is not known; did you mean "filter"?'],
  ["name: disks\nsend_email: {too: [a@example.org]}\n", 'the key "send_email.too" is not known; did you mean "to"?'],
  [
    "name: disks\nquiet_hours: [{form: '22:00', to: '06:00'}]\n",
    '"quiet_hours.form" is not known; did you mean "from"?',
  ],
  ["name: disks\nsurprise: 1\n", 'the key "surprise" is not known.\n'],
])("when a trigger has a key that none has, as in %j, then it is not made", async (text, said) => {
  const before = (await triggers("list", "--json")).out;
  const file = join(folder, "misspelt.yaml");
  writeFileSync(file, text);
  for (const command of [
    ["create", file],
    ["set", "1", "--file", file],
  ]) {
    const { code, err } = await triggers(...command);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  }
  expect((await triggers("list", "--json")).out).toBe(before);
});

test("when a trigger has every part, then what show writes is taken", async () => {
  const file = join(folder, "every.yaml");
  const any = [{ field: "host", value: ["web", "db"] }, { not: { field: "program", op: "=~", value: "^a" } }];
  const body = {
    name: "every part",
    filter: [{ any }],
    threshold: { count: 3, seconds: 60, field: "host" },
    quiet_hours: [{ days: ["mon"], from: "22:00", to: "06:00" }],
    maintenance: [{ title: "move", from: 1, to: 2 }],
    notify: true,
    send_email: { to: ["a@example.org"] },
    send_webhook: { service: "ntfy", url: "https://ntfy.example.org/logs" },
    create_task: { title: "look", due_in: 60 },
  };
  writeFileSync(file, JSON.stringify(body));
  const id = (await triggers("create", file)).out.trim();
  writeFileSync(file, (await triggers("show", id)).out);
  expect(await triggers("create", file)).toMatchObject({ code: 0, err: "" });
});
