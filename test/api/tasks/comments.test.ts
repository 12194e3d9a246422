import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let now = 1_700_000_000;
let owner: TestUser;
let author: TestUser;
let manager: TestUser;
beforeAll(async () => {
  service = await startService({ clock: () => now * 1000 });
  owner = await service.createUser({ username: "owner" });
  author = await service.createUser({ username: "author", permissions: [] });
  manager = await service.createUser({ username: "manager", permissions: ["manage_tasks"] });
});
afterAll(() => service.close());

const send = (who: TestUser, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: who.token, body });
async function createTask(): Promise<string> {
  return `/api/tasks/${(await send(owner, "POST", "/api/tasks", { title: "t" })).body.id}`;
}

describe("comments", () => {
  test("when people comment, then the task counts and lists what they said in that order", async () => {
    const task = await createTask();
    now += 1;
    const first = await send(author, "POST", `${task}/comments`, { text: "first", author: 1, id: 5 });
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        task_id: Number(task.split("/").at(-1)),
        author: { id: author.id, username: "author", fullname: "author" },
        text: "first",
        created_at: now,
        updated_at: now,
      },
    ]);
    const second = await send(owner, "POST", `${task}/comments/`, new URLSearchParams({ text: "second" }));
    const { body } = await send(author, "GET", `${task}/comments`);
    expect(body).toEqual({
      objects: [first.body, second.body],
      item_count: 2,
      page_count: 1,
      page_number: 1,
      page_size: 100,
    });
    expect((await send(owner, "GET", task)).body).toMatchObject({ comments_count: 2, updated_at: now });
    expect((await send(owner, "GET", "/api/tasks?page_size=1")).body.objects[0].comments_count).toBe(2);
    const last = await send(owner, "GET", `${task}/comments?ordering=-id&page_size=1`);
    expect(last.body.objects).toEqual([second.body]);
  });

  test("when one's own is changed or deleted, then that is done; that of others needs manage_tasks", async () => {
    const task = await createTask();
    const made = (await send(author, "POST", `${task}/comments`, { text: "one" })).body;
    const path = `${task}/comments/${made.id}`;
    expect((await send(owner, "PATCH", path, { text: "put in his mouth" })).status).toBe(403);
    expect((await send(owner, "DELETE", path)).status).toBe(403);
    now += 5;
    expect((await send(author, "PATCH", path, { text: "one" })).body).toEqual(made);
    const form = new FormData();
    form.set("text", "two");
    expect((await send(author, "PATCH", `${path}/`, form)).body).toEqual({ ...made, text: "two", updated_at: now });
    expect((await send(manager, "PATCH", path, { text: "three" })).body).toMatchObject({
      text: "three",
      author: { id: author.id },
    });
    expect((await send(author, "PATCH", path, {})).body.text).toBe("three");
    expect((await send(author, "DELETE", path)).status).toBe(204);
    expect((await send(author, "DELETE", path)).status).toBe(404);
    expect((await send(owner, "GET", task)).body.comments_count).toBe(0);
    const other = (await send(author, "POST", `${task}/comments`, { text: "x" })).body;
    expect((await send(manager, "DELETE", `${task}/comments/${other.id}`)).status).toBe(204);
  });

  test("when a comment is named with another task, then there is none", async () => {
    const [task, other] = [await createTask(), await createTask()];
    const { id } = (await send(author, "POST", `${task}/comments`, { text: "x" })).body;
    for (const path of [`${other}/comments/${id}`, `${task}/comments/999999`, `${task}/comments/x`]) {
      expect((await send(author, "PATCH", path, { text: "y" })).status).toBe(404);
      expect((await send(author, "DELETE", path)).status).toBe(404);
    }
    expect((await service.call("DELETE", `${task}/comments/${id}`, { token: "" })).status).toBe(401);
    const wrong = await send(author, "GET", `${task}/comments/${id}`);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "PATCH, DELETE, OPTIONS"]);
  });

  test("when a task is deleted, then its comments are gone with it", async () => {
    const task = await createTask();
    await send(author, "POST", `${task}/comments`, { text: "x" });
    await send(owner, "DELETE", task);
    expect((await send(author, "GET", `${task}/comments`)).status).toBe(404);
  });

  test.each([
    [{}, "This field is required."],
    [{ text: "" }, "This field may not be blank."],
    [{ text: " \n" }, "This field may not be blank."],
    [{ text: 7 }, "Expected text, got 7."],
    [{ text: "x".repeat(10_001) }, "Expected at most 10000 characters."],
  ])("when a comment is %j, then it is refused", async (body, message) => {
    const reply = await send(author, "POST", `${await createTask()}/comments`, body);
    expect([reply.status, reply.body]).toEqual([400, { text: [message] }]);
  });

  test.each([["ordering=text"], ["page=0"], ["page_size=x"]])(
    "when they are listed with %s, then that is 400",
    async (query) => {
      const reply = await send(author, "GET", `${await createTask()}/comments?${query}`);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, [query.split("=")[0]]]);
    },
  );
});
