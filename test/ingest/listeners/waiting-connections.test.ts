import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ConnectionCounts } from "../../../src/ingest/listeners/connection-counts.ts";
import { WaitingConnections } from "../../../src/ingest/listeners/waiting-connections.ts";

const place = (address: string) => ({ address, hasSpoken: true, giveWay: () => undefined });
const socket = () => ({ pause: () => undefined, resume: () => undefined });

/** Those who wait on one port. */
function waitingOn(counts: ConnectionCounts) {
  const admitted: object[] = [];
  const waiting = new WaitingConnections<ReturnType<typeof socket>>({
    refusalOf: (address) => counts.refusalOf(address),
    admit: (one, address) => {
      admitted.push(one);
      counts.add(place(address));
    },
    refuse: () => undefined,
  });
  return { waiting, admitted, forget: counts.onLeft(() => waiting.lookAgain()) };
}

describe("connections that wait for a place", () => {
  test("when one leaves on another port, then one takes its place in the same turn, and no more than one", async () => {
    const counts = new ConnectionCounts(2);
    const [first, second] = [place("192.0.2.1"), place("192.0.2.2")];
    for (const one of [first, second]) counts.add(one);
    const ports = [waitingOn(counts), waitingOn(counts)];
    for (const { waiting } of ports) for (let i = 0; i < 2; i++) waiting.add(socket(), "192.0.2.3", "too many");
    counts.remove(first);
    await turn();
    expect(ports.flatMap(({ admitted }) => admitted)).toHaveLength(1);
    counts.remove(second);
    await turn();
    expect(ports.flatMap(({ admitted }) => admitted)).toHaveLength(2);
    for (const { waiting } of ports) waiting.close();
  });

  test("when a port is closed, then nobody on it is admitted any more", async () => {
    const counts = new ConnectionCounts(1);
    const only = place("192.0.2.1");
    counts.add(only);
    const { waiting, admitted, forget } = waitingOn(counts);
    waiting.add(socket(), "192.0.2.2", "too many");
    forget();
    counts.remove(only);
    await turn();
    expect(admitted).toEqual([]);
    waiting.close();
  });
});
