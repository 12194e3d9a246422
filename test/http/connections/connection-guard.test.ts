import { describe, expect, test } from "vitest";
import { boundsWithin } from "../../../src/http/connections/connection-guard.ts";

const asked = { connections: 8_192, connectionsPerAddress: 2_048, queryThreads: 2 };

describe("boundsWithin", () => {
  test("when the system allows many open files, then as many connections are held as were asked for", () => {
    expect(boundsWithin(524_288, asked)).toMatchObject({ total: 8_192, perPeer: 2_048, backlog: 512 });
    expect(boundsWithin(524_288, { ...asked, connections: 10, connectionsPerAddress: 20 })).toMatchObject({
      total: 10,
      perPeer: 10,
    });
  });

  test.each([16, 64, 256, 1_024, 4_096, 20_000])(
    "when it allows %d, then connections, those that wait and files have room beside each other",
    (limit) => {
      const { total, perPeer, backlog, descriptors, descriptorsShort, streams } = boundsWithin(limit, asked);
      expect(streams).toBe(0);
      expect(total).toBeGreaterThan(0);
      expect(perPeer).toBeLessThanOrEqual(total);
      expect(backlog).toBeGreaterThan(0);
      expect(total + 2 * backlog).toBeLessThanOrEqual(descriptors + 2 * backlog);
      expect(descriptors + 2 * backlog).toBeLessThanOrEqual(limit / 2 + Math.max(0, limit / 2 - 352));
      expect(descriptorsShort).toBeLessThan(limit);
    },
  );

  test.each([16, 64, 256, 1_024, 4_096, 20_000, 524_288])(
    "when it allows %d and senders without HTTP have a port, then theirs have room beside all others",
    (limit) => {
      for (const port of ["syslogTcp", "syslogTls", "gelfTcp", "forward"]) {
        const { total, backlog, streams } = boundsWithin(limit, { ...asked, [port]: 0 });
        const reserve = Math.min(352, limit / 2);
        expect(streams).toBeGreaterThan(0);
        expect(streams).toBeLessThanOrEqual(2_048);
        expect(total).toBeGreaterThan(0);
        expect(total + streams + 2 * backlog).toBeLessThanOrEqual(limit - reserve);
      }
    },
  );
});
