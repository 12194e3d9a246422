import { beforeEach, describe, expect, test } from "vitest";
import { stallMsMax, waitingAnswersMax, waitingBytesMax } from "../../src/live/limits.ts";
import { Outbox } from "../../src/live/outbox.ts";
import { ManualTime } from "../api/query/manual-time.ts";
import { RecordingSocket } from "../support/live/recording-socket.ts";

let socket: RecordingSocket;
let time: ManualTime;
let outbox: Outbox;
beforeEach(() => {
  socket = new RecordingSocket();
  time = new ManualTime();
  outbox = new Outbox(socket, time);
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
