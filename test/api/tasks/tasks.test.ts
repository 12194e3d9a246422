import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let now = 1_700_000_000;
let owner: TestUser;
let assignee: TestUser;
let stranger: TestUser;
let manager: TestUser;
let ingestToken: string;
beforeAll(async () => {
  service = await startService({ clock: () => now * 1000 });
  owner = await service.createUser({ username: "owner", first_name: "Ow", last_name: "Ner" });
  assignee = await service.createUser({ username: "assignee" });
  stranger = await service.createUser({ username: "stranger", permissions: [] });
  manager = await service.createUser({ username: "manager", permissions: ["manage_tasks"] });
  ingestToken = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
});
afterAll(() => service.close());

const send = (who: TestUser, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: who.token, body });
async function create(fields: Record<string, unknown> = {}, who = owner) {
  const reply = await send(who, "POST", "/api/tasks", { title: "a task", assigned_to: assignee.id, ...fields });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
}

describe("the ladder", () => {
  test.each([
    ["GET", "/api/tasks", undefined, [401, 401, 200, 200, 200, 200, 200]],
    ["POST", "/api/tasks", { title: "x" }, [401, 401, 200, 200, 200, 200, 200]],
    ["GET", "/api/tasks/ID", undefined, [401, 401, 200, 200, 200, 200, 200]],
    ["PUT", "/api/tasks/ID", { title: "new" }, [401, 401, 403, 403, 200, 200, 200]],
    ["PATCH", "/api/tasks/ID", { title: "new" }, [401, 401, 403, 403, 200, 200, 200]],
    ["PATCH", "/api/tasks/ID", { status: "in_progress" }, [401, 401, 403, 200, 200, 200, 200]],
    ["PATCH", "/api/tasks/ID", { description: "new" }, [401, 401, 403, 200, 200, 200, 200]],
    ["PATCH", "/api/tasks/ID", {}, [401, 401, 403, 200, 200, 200, 200]],
    ["DELETE", "/api/tasks/ID", undefined, [401, 401, 403, 403, 204, 204, 204]],
    ["GET", "/api/tasks/ID/comments", undefined, [401, 401, 200, 200, 200, 200, 200]],
    ["POST", "/api/tasks/ID/comments", { text: "x" }, [401, 401, 201, 201, 201, 201, 201]],
    ["GET", "/api/tasks/999999", undefined, [401, 401, 404, 404, 404, 404, 404]],
    ["PUT", "/api/tasks/999999", { title: "new" }, [401, 401, 404, 404, 404, 404, 404]],
    ["PATCH", "/api/tasks/999999", { title: "new" }, [401, 401, 404, 404, 404, 404, 404]],
    ["DELETE", "/api/tasks/999999", undefined, [401, 401, 404, 404, 404, 404, 404]],
    ["GET", "/api/tasks/999999/comments", undefined, [401, 401, 404, 404, 404, 404, 404]],
    ["POST", "/api/tasks/999999/comments", { text: "x" }, [401, 401, 404, 404, 404, 404, 404]],
    ["GET", "/api/tasks/x", undefined, [401, 401, 404, 404, 404, 404, 404]],
  ])("when %s %s %j is asked from guest to admin, then they may or may not", async (method, path, body, expected) => {
    const tokens = ["", ingestToken, ...[stranger, assignee, owner, manager].map(({ token }) => token), undefined];
    const statuses: number[] = [];
    for (const token of tokens) {
      const { id } = await create();
      const options = token === undefined ? { body } : { token, body };
      statuses.push((await service.call(method, path.replace("ID", id), options)).status);
    }
    expect(statuses).toEqual(expected);
  });
});

describe("a task", () => {
  test("when it is created with a title alone, then the rest has its defaults", async () => {
    const reply = await send(owner, "POST", "/api/tasks", { title: "Look into it" });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: expect.any(Number),
      title: "Look into it",
      description: "",
      status: "new",
      due: null,
      is_open: true,
      is_closed: false,
      is_overdue: false,
      assigned_to: null,
      owner: { id: owner.id, username: "owner", fullname: "Ow Ner" },
      event_ids: [],
      comments_count: 0,
      created_at: now,
      updated_at: now,
      closed_at: null,
    });
    expect((await send(stranger, "GET", `/api/tasks/${reply.body.id}`)).body).toEqual(reply.body);
  });

  test("when what GET gave is put back, then nothing changes, not even the time of its last change", async () => {
    const before = await create({ due: now + 60, description: "d", event_ids: ["7", 8, "7"], status: "in_progress" });
    expect(before.event_ids).toEqual(["7", "8"]);
    now += 10;
    for (const method of ["PUT", "PATCH"])
      for (const who of [owner, assignee]) {
        const reply = await send(who, method, `/api/tasks/${before.id}`, before);
        expect([reply.status, reply.body]).toEqual([200, before]);
      }
  });

  test("when it is replaced, then what is omitted goes back to its default; status and owner stay", async () => {
    const before = await create({ due: 5, description: "d", event_ids: ["7"], status: "in_progress" });
    const { body } = await send(manager, "PUT", `/api/tasks/${before.id}`, { title: "other" });
    expect(body).toMatchObject({ title: "other", description: "", due: null, assigned_to: null, event_ids: [] });
    expect(body).toMatchObject({ status: "in_progress", owner: before.owner });
  });

  test("when the assignee replaces it, then only what he may set goes back to its default", async () => {
    const before = await create({ due: 5, description: "d", event_ids: ["7"] });
    const { status, body } = await send(assignee, "PUT", `/api/tasks/${before.id}`, {
      title: before.title,
      status: "resolved",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ description: "", status: "resolved", due: 5, event_ids: ["7"] });
    expect(body.assigned_to).toBe(assignee.id);
  });

  test.each([
    ["title", "other"],
    ["due", 1],
    ["assigned_to", null],
    ["event_ids", ["1"]],
    ["owner", 1],
  ])("when the assignee changes its %s, then that is 403 and nothing of it happens", async (field, value) => {
    const before = await create();
    const reply = await send(assignee, "PATCH", `/api/tasks/${before.id}`, { description: "mine", [field]: value });
    expect([reply.status, Object.keys(reply.body)]).toEqual([403, ["detail"]]);
    expect((await send(owner, "GET", `/api/tasks/${before.id}`)).body).toEqual(before);
  });

  test("when somebody gives it to another owner, then that needs manage_tasks", async () => {
    const before = await create();
    const path = `/api/tasks/${before.id}`;
    expect((await send(owner, "PATCH", path, { owner: stranger.id })).status).toBe(403);
    expect((await send(owner, "PATCH", path, { owner: owner.id })).status).toBe(200);
    expect((await send(owner, "POST", "/api/tasks", { title: "x", owner: stranger.id })).status).toBe(403);
    expect((await send(manager, "PATCH", path, { owner: 999_999 })).body).toEqual({ owner: [expect.any(String)] });
    expect((await send(manager, "PATCH", path, { owner: stranger.id })).body.owner.username).toBe("stranger");
    expect((await send(owner, "PATCH", path, { title: "lost" })).status).toBe(403);
    expect((await create({ owner: stranger.id }, manager)).owner.id).toBe(stranger.id);
  });

  test("when a body names what only the service sets, then that is ignored", async () => {
    const sent = {
      id: 1,
      created_at: 1,
      updated_at: 1,
      closed_at: 1,
      comments_count: 9,
      is_open: false,
      is_overdue: true,
    };
    const made = await create({ ...sent, is_superuser: true, unknown: {} });
    const patched = (await send(owner, "PATCH", `/api/tasks/${made.id}`, sent)).body;
    expect(patched).toEqual(made);
    expect(made).toMatchObject({
      created_at: now,
      closed_at: null,
      comments_count: 0,
      is_open: true,
      is_overdue: false,
    });
    expect(made.id).toBeGreaterThan(1);
  });

  test("when it is due, then it is overdue from the next second on while it is open", async () => {
    const { id } = await create({ due: now });
    const isOverdue = async () => (await send(owner, "GET", `/api/tasks/${id}`)).body.is_overdue;
    expect(await isOverdue()).toBe(false);
    now += 1;
    expect(await isOverdue()).toBe(true);
    await send(owner, "PATCH", `/api/tasks/${id}`, { status: "resolved" });
    expect(await isOverdue()).toBe(false);
  });
});

describe("states", () => {
  const states = ["new", "in_progress", "resolved", "closed"];
  const allowed: Record<string, string[]> = {
    new: ["in_progress", "resolved", "closed"],
    in_progress: ["new", "resolved", "closed"],
    resolved: ["closed", "in_progress"],
    closed: ["in_progress"],
  };
  const moves = states.flatMap((from) => states.map((to) => [from, to] as const));
  test.each(moves)(
    "when a task goes from %s to %s, then it may or may not, and closed_at follows",
    async (from, to) => {
      for (const method of ["PUT", "PATCH"]) {
        const before = await create({ status: from });
        expect(before.closed_at).toBe(before.is_closed ? now : null);
        const startedAt = now;
        now += 5;
        const reply = await send(owner, method, `/api/tasks/${before.id}`, { ...before, status: to });
        const after = (await send(owner, "GET", `/api/tasks/${before.id}`)).body;
        if (from !== to && !allowed[from]!.includes(to)) {
          expect([reply.status, reply.body]).toEqual([400, { status: [expect.any(String)] }]);
          expect(after).toEqual(before);
          continue;
        }
        const isOpen = to === "new" || to === "in_progress";
        expect(after).toMatchObject({ status: to, is_open: isOpen, is_closed: !isOpen });
        expect(after.closed_at).toBe(isOpen ? null : before.is_closed ? startedAt : now);
        expect(after.updated_at).toBe(from === to ? startedAt : now);
      }
    },
  );
});

describe("fields of the body", () => {
  const accepted: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ title: "x".repeat(255) }, { title: "x".repeat(255) }],
    [{ description: "é\n\u{1F600}" }, { description: "é\n\u{1F600}" }],
    [{ description: "x".repeat(10_000) }, { description: "x".repeat(10_000) }],
    [{ due: 0 }, { due: 0 }],
    [{ due: null }, { due: null }],
    [{ due: "2030-01-31T17:00:00Z" }, { due: 1_896_109_200 }],
    [{ due: "2030-01-31T17:00:00.75+02:00" }, { due: 1_896_102_000 }],
    [{ due: "" }, { due: null }],
    [{ assigned_to: null }, { assigned_to: null }],
    [{ assigned_to: { id: 1, username: "admin" } }, { assigned_to: 1 }],
    [{ event_ids: ["0", "9007199254740991"] }, { event_ids: ["0", "9007199254740991"] }],
    [{ status: "closed" }, { status: "closed" }],
  ];
  test.each(accepted)("when a task has %j, then it is taken", async (fields, expected) => {
    expect(await create(fields)).toMatchObject(expected);
    const { id } = await create();
    expect((await send(owner, "PATCH", `/api/tasks/${id}`, fields)).body).toMatchObject(expected);
  });

  const refused: [string, Record<string, unknown>][] = [
    ["title", { title: "" }],
    ["title", { title: " " }],
    ["title", { title: "x".repeat(256) }],
    ["title", { title: null }],
    ["title", { title: 7 }],
    ["description", { description: 7 }],
    ["description", { description: "x".repeat(10_001) }],
    ["status", { status: "done" }],
    ["status", { status: "" }],
    ["due", { due: -1 }],
    ["due", { due: 1.5 }],
    ["due", { due: 253_402_300_800 }],
    ["due", { due: "tomorrow" }],
    ["due", { due: "2030-02-30" }],
    ["due", { due: true }],
    ["assigned_to", { assigned_to: 999_999 }],
    ["assigned_to", { assigned_to: "nobody" }],
    ["assigned_to", { assigned_to: 1.5 }],
    ["owner", { owner: "me" }],
    ["owner", { owner: null }],
    ["event_ids", { event_ids: "7" }],
    ["event_ids.1", { event_ids: ["7", "x"] }],
    ["event_ids.0", { event_ids: [-1] }],
    ["event_ids", { event_ids: Array.from({ length: 1001 }, (_, id) => id) }],
  ];
  test.each(refused)("when %s does not fit (%j), then every write says so and does nothing", async (field, fields) => {
    const before = await create();
    for (const [method, path] of [
      ["POST", "/api/tasks"],
      ["PUT", `/api/tasks/${before.id}`],
      ["PATCH", `/api/tasks/${before.id}`],
    ] as const) {
      const reply = await send(owner, method, path, { title: "fits", ...fields });
      expect([method, reply.status, reply.body]).toEqual([method, 400, { [field]: [expect.any(String)] }]);
    }
    expect((await send(owner, "GET", `/api/tasks/${before.id}`)).body).toEqual(before);
  });

  test("when the title is missing, then POST and PUT need it and PATCH does not", async () => {
    const { id } = await create();
    for (const [method, path] of [["POST", "/api/tasks"] as const, ["PUT", `/api/tasks/${id}`] as const])
      expect((await send(owner, method, path, {})).body).toEqual({ title: ["This field is required."] });
    expect((await send(owner, "PATCH", `/api/tasks/${id}`, {})).status).toBe(200);
  });

  test("when somebody is not active, then he gets no new task and keeps those he has", async () => {
    const leaver = await service.createUser({ username: "leaver" });
    const before = await create({ assigned_to: leaver.id });
    await service.call("PATCH", `/api/users/${leaver.id}`, { body: { is_active: false } });
    const reply = await send(owner, "POST", "/api/tasks", { title: "x", assigned_to: leaver.id });
    expect([reply.status, reply.body]).toEqual([400, { assigned_to: [expect.any(String)] }]);
    const kept = await send(owner, "PATCH", `/api/tasks/${before.id}`, { title: "y", assigned_to: leaver.id });
    expect([kept.status, kept.body.assigned_to]).toEqual([200, leaver.id]);
  });

  test("when an owner or an assignee is deleted, then the tasks stay", async () => {
    const leaver = await service.createUser({ username: "deleted" });
    const own = await create({}, leaver);
    const assigned = await create({ assigned_to: leaver.id });
    const comment = (await send(leaver, "POST", `/api/tasks/${own.id}/comments`, { text: "bye" })).body;
    expect((await service.call("DELETE", `/api/users/${leaver.id}`)).status).toBe(204);
    expect((await send(owner, "GET", `/api/tasks/${own.id}`)).body.owner.username).toBe("admin");
    expect((await send(owner, "GET", `/api/tasks/${assigned.id}`)).body.assigned_to).toBeNull();
    const comments = await send(owner, "GET", `/api/tasks/${own.id}/comments`);
    expect(comments.body.objects).toEqual([{ ...comment, author: null }]);
  });
});

describe("forms and slashes", () => {
  const fields = { title: "from a form", due: "1900000000", event_ids: "[1,2]", status: "in_progress" };
  const expected = { title: "from a form", due: 1_900_000_000, event_ids: ["1", "2"], status: "in_progress" };
  const bodies: [string, () => unknown][] = [
    ["JSON", () => ({ ...expected })],
    ["urlencoded", () => new URLSearchParams({ ...fields, assigned_to: "" })],
    [
      "multipart",
      () => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        return form;
      },
    ],
  ];
  for (const slash of ["", "/"])
    test.each(bodies)(`when tasks come as %s to a path ending in "${slash}", then they are taken`, async (_, body) => {
      const made = await send(owner, "POST", `/api/tasks${slash}`, body());
      expect([made.status, made.body]).toEqual([200, expect.objectContaining(expected)]);
      const path = `/api/tasks/${made.body.id}${slash}`;
      for (const method of ["PUT", "PATCH"]) {
        const changed = await send(owner, method, path, body());
        expect([changed.status, changed.body]).toEqual([200, made.body]);
      }
      expect((await send(owner, "GET", path)).body).toEqual(made.body);
      expect((await send(owner, "GET", `/api/tasks${slash}`)).status).toBe(200);
      expect((await send(owner, "DELETE", path)).status).toBe(204);
      expect((await send(owner, "GET", path)).status).toBe(404);
    });

  test("when a form empties due and assigned_to, then they are none", async () => {
    const { id } = await create({ due: 5 });
    const body = new URLSearchParams({ due: "", assigned_to: "" });
    expect((await send(owner, "PATCH", `/api/tasks/${id}`, body)).body).toMatchObject({ due: null, assigned_to: null });
  });
});
