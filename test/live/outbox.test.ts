import { beforeEach, describe, expect, test } from "vitest";
import { Backlog } from "../../src/live/backlog.ts";
import { stallMsMax, unreadBytesMax, waitingAnswersMax, waitingBytesMax } from "../../src/live/limits.ts";
import { Outbox } from "../../src/live/outbox.ts";
import { ManualTime } from "../api/query/manual-time.ts";
import { RecordingSocket } from "../support/live/recording-socket.ts";

let socket: RecordingSocket;
let time: ManualTime;
let outbox: Outbox;
beforeEach(() => {
  socket = new RecordingSocket();
  time = new ManualTime();
  outbox = new Outbox(socket, time, new Backlog());
});

describe("a client who reads", () => {
  test("when he reads as fast as is written, then he gets everything in order", () => {
    outbox.answer("a");
    outbox.update("x", "x1");
    outbox.update("x", "x2");
    expect(socket.sent).toEqual(["a", "x1", "x2"]);
    expect(time.waiting).toBe(0);
  });
});

describe("a client who reads slowly", () => {
  test("when several states wait, then only the newest is sent, answers all of them", () => {
    socket.isSlow = true;
    outbox.update("x", "x1");
    for (const text of ["x2", "x3"]) outbox.update("x", text);
    outbox.answer("a1");
    outbox.update("y", "y1");
    outbox.answer("a2");
    outbox.update("x", "x4");
    expect(socket.sent).toEqual(["x1"]);
    socket.isSlow = false;
    outbox.drain();
    expect(socket.sent).toEqual(["x1", "x4", "a1", "y1", "a2"]);
  });

  test("when what waits is not wanted any more, then it is not sent", () => {
    socket.isSlow = true;
    outbox.update("x", "x1");
    outbox.update("x", "x2");
    outbox.drop("x");
    outbox.drain();
    expect(socket.sent).toEqual(["x1"]);
  });

  test("when he reads again in time, then he is kept; when nothing for half a minute, then he is cut off", async () => {
    socket.isSlow = true;
    outbox.update("x", "x1");
    await time.pass(stallMsMax - 1);
    outbox.drain();
    await time.pass(stallMsMax);
    expect(socket.isTerminated).toBe(false);
    outbox.update("x", "x2");
    await time.pass(stallMsMax);
    expect(socket.isTerminated).toBe(true);
    outbox.update("x", "x3");
    expect(socket.sent).toEqual(["x1", "x2"]);
  });

  test("when more waits than may, then he is closed with 1013, and cut off when he does not even read that", async () => {
    socket.isSlow = true;
    outbox.answer("first");
    for (let i = 0; i < waitingAnswersMax; i++) outbox.answer("a");
    expect(socket.closedWith).toBeUndefined();
    outbox.answer("a");
    expect(socket.closedWith).toBe(1013);
    await time.pass(stallMsMax);
    expect(socket.isTerminated).toBe(true);
  });

  test("when too many bytes wait under different keys, then he is closed; the same key again does not add up", () => {
    socket.isSlow = true;
    outbox.answer("first");
    const half = "x".repeat(waitingBytesMax / 2);
    for (let i = 0; i < 5; i++) outbox.update("x", half);
    outbox.update("y", half);
    expect(socket.closedWith).toBeUndefined();
    outbox.update("z", "z");
    expect(socket.closedWith).toBe(1013);
  });
});

describe("many clients who read slowly", () => {
  const large = "x".repeat(waitingBytesMax / 2);
  const most = unreadBytesMax / large.length;

  test("when all together keep too much waiting, then those that have read nothing for longest are cut off", () => {
    const clients = slowClients(most);
    for (const { outbox } of clients) outbox.update("x", large);
    expect(clients.some(({ socket }) => socket.isTerminated)).toBe(false);
    // The first one reads, and is not the first any more.
    clients[0]!.outbox.drain();
    clients[0]!.outbox.update("x", large);
    clients[0]!.outbox.update("y", large);
    expect(clients.map(({ socket }) => socket.isTerminated)).toEqual(clients.map((_, place) => place === 1));
    expect(clients.every(({ socket }) => socket.closedWith === undefined)).toBe(true);
  });

  test("when some have read all or are gone, then what they were sent does not count", () => {
    const clients = slowClients(most + 2);
    for (const { outbox } of clients.slice(0, most)) outbox.update("x", large);
    clients[0]!.outbox.drain();
    clients[1]!.outbox.close();
    for (const { outbox } of clients.slice(most)) outbox.update("x", large);
    expect(clients.some(({ socket }) => socket.isTerminated)).toBe(false);
  });

  function slowClients(count: number) {
    const backlog = new Backlog();
    return Array.from({ length: count }, () => {
      const socket = Object.assign(new RecordingSocket(), { isSlow: true });
      return { socket, outbox: new Outbox(socket, time, backlog) };
    });
  }
});
