import { expect, test } from "vitest";
import { dropsIn, readKernelDrops } from "../../../../src/ingest/listeners/udp/kernel-drops.ts";

const table = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  412: 0100007F:0202 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 17 2 0000000000000000 23
  413: 00000000:0202 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 18 2 0000000000000000 4
  901: 00000000:1202 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 19 2 0000000000000000 100
`;

test("when the system's table has sockets of a port, then what was dropped for them is summed", () => {
  expect([dropsIn(table, 514), dropsIn(table, 0x1202), dropsIn(table, 80)]).toEqual([27, 100, 0]);
});

test.skipIf(process.platform !== "linux")("when a port is not open, then nothing was dropped", () => {
  expect(readKernelDrops(1)).toBe(0);
});
