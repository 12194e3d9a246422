import { describe, expect, test } from "vitest";
import type { Principal } from "../../src/http/access/principal.ts";
import { createLog } from "../../src/lib/log.ts";
import { createSignal } from "../../src/lib/signal.ts";
import { connectionsMax, connectionsPerUserMax, recheckMs } from "../../src/live/limits.ts";
import { LiveUpdates } from "../../src/live/live-updates.ts";
import { ManualTime } from "../api/query/manual-time.ts";
import { RecordingSocket } from "../support/live/recording-socket.ts";

function start() {
  const time = new ManualTime();
  const changed = createSignal<string>();
  const parts = { stored: createSignal(), changed, findSources: () => [], touchQuery: () => undefined };
  const live = new LiveUpdates({ ...parts, time, log: createLog("silent") });
  const connect = (user: Principal, recheck: () => Principal | null = () => user) => {
    const socket = new RecordingSocket();
    const handler = live.accept(user, recheck);
    handler.open(socket);
    return { socket, handler };
  };
  return { time, changed, live, connect };
}

const userOf = (userId: number): Principal => ({
  ...{ userId, username: "somebody", isSuperuser: false, permissions: [], hosts: [] },
  ...{ via: "session", credentialId: 1 },
});

describe("connections", () => {
  test("when a session ends by itself, then its connection is closed within seconds and the others stay", async () => {
    const { time, connect } = start();
    let valid: Principal | null = userOf(1);
    const ending = connect(userOf(1), () => valid);
    const staying = connect(userOf(1));
    await time.pass(recheckMs);
    expect(ending.socket.closedWith).toBeUndefined();
    valid = null;
    await time.pass(recheckMs);
    expect([ending.socket.closedWith, staying.socket.closedWith]).toEqual([4401, undefined]);
  });

  test("when the session cannot be looked up, then the connection is closed, and whoever changed something is not bothered", () => {
    const { changed, connect } = start();
    const { socket } = connect(userOf(1), () => {
      throw new Error("database");
    });
    changed.emit("/api/users/{id}");
    expect(socket.closedWith).toBe(1011);
  });

  test("when the last is gone, then no alarm is set any more", async () => {
    const { time, connect } = start();
    expect(time.waiting).toBe(0);
    const { handler } = connect(userOf(1));
    expect(time.waiting).toBe(1);
    handler.close();
    await time.pass(recheckMs);
    expect(time.waiting).toBe(0);
  });

  test("when a user or all have as many as may be, then the next is refused", () => {
    const { connect } = start();
    for (let i = 0; i < connectionsMax; i++) connect(userOf(Math.floor(i / connectionsPerUserMax)));
    expect(() => connect(userOf(0))).toThrow(`at most ${connectionsPerUserMax}`);
    expect(() => connect(userOf(9999))).toThrow(`${connectionsMax}`);
  });

  test("when the service stops, then all are closed and nobody comes in any more", () => {
    const { live, connect, time } = start();
    const { socket } = connect(userOf(1));
    const late = live.accept(userOf(1), () => userOf(1));
    live.close();
    expect(socket.closedWith).toBe(1001);
    const lateSocket = new RecordingSocket();
    late.open(lateSocket);
    expect(lateSocket.closedWith).toBe(1001);
    expect(() => connect(userOf(1))).toThrow("stopping");
    expect(time.waiting).toBe(0);
  });
});
