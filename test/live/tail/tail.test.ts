import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tailsPerUserMax } from "../../../src/live/tail/limits.ts";
import { openTail, type TailClient, type TailMessage } from "../../support/live/tail-client.ts";
import { patienceMs, until } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  headers = { authorization: `token ${service.adminToken}` };
});
afterAll(() => service.close());

async function send(...events: object[]): Promise<void> {
  const { status } = await service.call("POST", "/incoming", { body: { events } });
  expect(status).toBe(200);
}

const isEnd = ({ data }: TailMessage) => (data.event ?? data).message === "the end";
const messagesOf = (read: TailMessage[]) => read.map(({ data }) => data.message);
const tokenOf = (token: string) => ({ authorization: `token ${token}` });

describe("what is shown", () => {
  test("when events are stored, then those that the filter takes come in their order, and no others", async () => {
    await send({ host: "web1", message: "long before" });
    const filter = JSON.stringify([{ field: "severity", op: "le", value: 4 }]);
    const tail = await openTail(service.url, headers, { q: "host:web*", filter });
    await send(
      { host: "web2", severity: 3, message: "one" },
      { host: "db1", severity: 3, message: "of another host" },
      { host: "web1", severity: 6, message: "too mild" },
      { host: "web1", severity: 4, message: "two", ts: 1_000_000_000 },
    );
    await send({ host: "web1", severity: 0, message: "the end" });
    const read = await tail.until(isEnd);
    tail.close();
    expect(messagesOf(read)).toEqual(["one", "two", "the end"]);
    expect(read.map(({ name, id, data }) => [name, id === data.id])).toEqual(Array(3).fill(["event", true]));
    const { body } = await service.call("GET", `/api/events/${read[0]!.id}`);
    expect(read[0]!.data).toEqual(body);
  });

  test("when an event occurs again, then it is shown as it is now, with how often", async () => {
    const event = { host: "again", message: "the same words" };
    await send(event);
    const tail = await openTail(service.url, headers, { q: "host:again" });
    await send(event, event, { ...event, message: "others" });
    const read = await tail.until(({ data }) => data.message === "others");
    tail.close();
    expect(read[0]).toMatchObject({ name: "repeat", id: "", data: { repeated: 2, event: { counter: 3 } } });
  });

  test("when events, repeats and seals come as they like, then a tail shows every occurrence once", async () => {
    const batches = fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (numbers) => {
        const host = `random${run++}`;
        const tail = await openTail(service.url, headers, { q: `host:${host}` });
        for (const batch of numbers) await send(...batch.map((number) => ({ host, message: `number ${number}` })));
        await send({ host, message: "the end" });
        const read = await tail.until(isEnd);
        tail.close();
        const shown = new Map<string, number>();
        for (const { name, data } of read.slice(0, -1)) {
          const { message, counter } = name === "event" ? data : data.event;
          shown.set(message, (shown.get(message) ?? 0) + (name === "event" ? counter : data.repeated));
        }
        const sent = new Map<string, number>();
        for (const number of numbers.flat()) sent.set(`number ${number}`, (sent.get(`number ${number}`) ?? 0) + 1);
        expect([...shown].sort()).toEqual([...sent].sort());
      }),
      { numRuns: 8 },
    );
  });

  test("when a client comes back, then it is shown what came meanwhile, however it says where it was", async () => {
    const tail = await openTail(service.url, headers, { q: "host:back" });
    await send({ host: "back", message: "seen" });
    const { id } = await tail.next();
    tail.close();
    await send({ host: "back", message: "missed" });
    for (const [more, parameters] of [
      [{ "last-event-id": id }, {}],
      [{}, { after: id }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const again = await openTail(service.url, { ...headers, ...more }, { q: "host:back", ...parameters });
      expect((await again.next()).data.message).toBe("missed");
      again.close();
    }
  });
});

describe("who is shown what", () => {
  test("when a guest, a shipper or a user without search_events asks, then he is refused", async () => {
    const ingest = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } });
    const mute = await service.createUser({ username: "mute", permissions: [] });
    for (const [token, status] of [
      ["", 401],
      [ingest.body.secret_key, 401],
      [mute.token, 403],
    ])
      expect((await service.call("GET", "/api/tail", { token })).status).toBe(status);
  });

  test("when a user is limited to hosts, then he sees these alone, and others as soon as his limits change", async () => {
    const user = await service.createUser({ username: "narrow", hosts: ["web*"] });
    const tail = await openTail(service.url, tokenOf(user.token));
    await send({ host: "db7", message: "hidden" }, { host: "web7", message: "shown" });
    expect((await tail.next()).data.message).toBe("shown");
    await service.call("PATCH", `/api/users/${user.id}`, { body: { hosts: ["db*"] } });
    await send({ host: "web7", message: "hidden now" }, { host: "db7", message: "shown now" });
    expect((await tail.next()).data.message).toBe("shown now");
    tail.close();
  });

  test("when the session ends or the permission is taken, then so does the tail, with its reason", async () => {
    const user = await service.createUser({ username: "leaving" });
    const bySession = await openTail(service.url, { cookie: user.cookie });
    const byToken = await openTail(service.url, tokenOf(user.token));
    await service.call("DELETE", "/api/auth/", { headers: { cookie: user.cookie } });
    expect(await bySession.next()).toMatchObject({ name: "end", data: { reason: expect.stringContaining("ended") } });
    await expect(bySession.next()).rejects.toThrow("has ended");
    await service.call("PATCH", `/api/users/${user.id}`, { body: { permissions: ["view_system"] } });
    expect((await byToken.next()).data.reason).toContain("search_events");
  });

  test("when the question does not parse, then it is 400 and names what is wrong", async () => {
    expect((await service.call("GET", "/api/tail?q=(")).body.q).toContain("Column 2");
    expect((await service.call("GET", "/api/tail?filter=(")).body.filter).toContain("JSON");
    expect((await service.call("GET", "/api/tail?after=now")).body.after).toContain("id");
  });
});

describe("bounds", () => {
  test("when a user has as many tails as may be, then the next is 429, and when one goes there is room again", async () => {
    const { token } = await service.createUser({ username: "curious" });
    const tails = [];
    for (let i = 0; i < tailsPerUserMax; i++) tails.push(await openTail(service.url, tokenOf(token)));
    await expect(openTail(service.url, tokenOf(token))).rejects.toThrow("429");
    tails.pop()!.close();
    let last: TailClient | undefined;
    await until(async () => {
      last = await openTail(service.url, tokenOf(token)).catch(() => undefined);
      return last !== undefined;
    }, "there is room again");
    for (const tail of tails) tail.close();
    last!.close();
  });

  test(
    "when a client does not read, then it is told how much it missed, and a reader beside it misses nothing for that",
    async () => {
      const reader = await openTail(service.url, headers, { q: "host:slow number:*" });
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
      socket.write(
        `GET /api/tail?q=host:slow HTTP/1.1\r\nHost: x\r\nAuthorization: token ${service.adminToken}\r\n\r\n`,
      );
      let text = "";
      const onData = (bytes: Buffer) => {
        text += bytes.toString("latin1");
      };
      socket.on("data", onData);
      await until(() => text.includes("event: open"), "the tail is open");
      socket.pause();
      const batches = 60;
      const padding = "x".repeat(30_000);
      let seen = 0;
      for (let batch = 0; batch < batches; batch++) {
        const numbered = Array.from({ length: 20 }, (_, i) => ({
          number: `${batch * 20 + i}`,
          message: `m${batch} ${i}`,
        }));
        await send(...numbered.map((event) => ({ host: "slow", extra_fields: { padding }, ...event })));
        for (const { name, data } of await reader.until(({ data }) => data.user_tags?.number === `${batch * 20 + 19}`))
          seen += name === "missed" ? 0 : data.counter;
      }
      reader.close();
      expect(seen).toBe(batches * 20);
      socket.resume();
      await send({ host: "slow", message: "the end" });
      const shown = () => text.split('"event: event'.slice(1)).length - 1;
      const missed = () =>
        [...text.matchAll(/event: missed\ndata: \{"count":(\d+)\}/g)].reduce((sum, [, n]) => sum + Number(n), 0);
      await until(() => text.includes('"message":"the end"'), "the slow client has read on");
      socket.destroy();
      expect(missed()).toBeGreaterThan(0);
      expect(shown() + missed()).toBe(batches * 20 + 1);
    },
    patienceMs,
  );

  test("when the service stops, then every client is told", async () => {
    const stopping = await startService();
    const tail = await openTail(stopping.url, tokenOf(stopping.adminToken));
    const closed = stopping.close();
    expect((await tail.next()).data.reason).toContain("stopping");
    await closed;
  });
});
