import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Frames } from "../../../../src/ingest/framing/framed-body.ts";
import { readKernelDrops } from "../../../../src/ingest/listeners/udp/kernel-drops.ts";
import { openUdp, type UdpListener } from "../../../../src/ingest/listeners/udp/udp-listener.ts";
import { until } from "../../../support/patience.ts";
import { Listening, sendDatagrams } from "../listening.ts";
import { chunksOf } from "./gelf-chunks.ts";

const readers = [
  ["the thread that reads many at once", true],
  ["Bun, one by one", false],
] as const;

describe.each(readers.filter(([, isThreaded]) => !isThreaded || process.platform === "linux"))(
  "datagrams read by %s",
  (_, isThreaded) => {
    const received: [kind: string, source: string, text: string][] = [];
    const rejected: string[] = [];
    let listener: UdpListener;
    const take = (kind: string) => ({
      deliver: async ({ bytes, sources }: { bytes: Uint8Array; sources: readonly string[] }) => {
        const frames = new Frames(bytes);
        for (let i = 0; i < frames.count; i++)
          received.push([
            kind,
            sources[frames.source(i)]!,
            Buffer.from(frames.text.slice(frames.start(i), frames.end(i))).toString(),
          ]);
      },
      onRejected: (address: string, count: number) => rejected.push(...new Array<string>(count).fill(address)),
      onDropped: () => undefined,
    });

    beforeAll(async () => {
      const orders = [
        { kind: "syslog", address: "127.0.0.1", port: 0, ...take("syslog") },
        { kind: "gelf", address: "::", port: 0, ...take("gelf") },
      ] as const;
      const fail = (error: Error) => {
        throw error;
      };
      listener = await openUdp(orders, { allowed: ["127.0.0.1", "::1"], eventsPerSecond: 0 }, fail, isThreaded);
    });
    afterAll(() => listener.close());

    test("when lines come, then each is a message without its line end, and those that are blank are none", async () => {
      received.length = 0;
      const long = "x".repeat(60_000);
      await sendDatagrams(listener.ports[0]!, [
        "<1>a",
        "<2>b\n",
        "<3>c\0",
        "",
        "\n",
        "<4>two\nlines\r\n",
        long,
        "<5>end",
      ]);
      await until(() => received.length === 6, "six messages came");
      expect(received).toEqual(
        ["<1>a", "<2>b", "<3>c", "<4>two\nlines", long, "<5>end"].map((text) => ["syslog", "127.0.0.1", text]),
      );
    });

    test("when documents come over IPv4 and IPv6, packed and in chunks, then each is one message", async () => {
      received.length = 0;
      const [one, two, three] = ["one", "two", "three"].map((text) => JSON.stringify({ short_message: text }));
      await sendDatagrams(listener.ports[1]!, [one!, gzipSync(two!)], "::1");
      await sendDatagrams(listener.ports[1]!, [
        ...chunksOf(deflateSync(three!), "id", 3).reverse(),
        gzipSync("x").subarray(0, 12),
      ]);
      await until(() => received.length === 3 && rejected.length > 0, "three messages came and one was rejected");
      expect(received.sort()).toEqual(
        [
          ["gelf", "127.0.0.1", three],
          ["gelf", "::1", one],
          ["gelf", "::1", two],
        ].sort(),
      );
      expect(rejected).toEqual(["127.0.0.1"]);
    });

    test("when the same port is asked for again, then that is said in one line", async () => {
      const order = { kind: "syslog", address: "127.0.0.1", port: listener.ports[0]!, ...take("syslog") } as const;
      await expect(openUdp([order], { allowed: [], eventsPerSecond: 0 }, () => undefined, isThreaded)).rejects.toThrow(
        `Cannot listen on UDP 127.0.0.1:${listener.ports[0]}: the port is in use by another process.`,
      );
    });
  },
);

describe("syslog over UDP", () => {
  test("when many datagrams come, then sent = stored + dropped by the system, and the ledger says so", async () => {
    const listening = await Listening.open({ syslogUdp: 0 });
    // Nothing can be stored: what does not fit in between the system has to drop.
    listening.isDiskFull = true;
    const filler = "x".repeat(1000);
    const datagrams = Array.from({ length: 40_000 }, (_, index) => `<13>Oct 11 22:14:15 host app: ${index} ${filler}`);
    await sendDatagrams(listening.ports["syslog-udp"]!, datagrams);
    listening.isDiskFull = false;
    await until(async () => (await listening.counts("syslog-udp")).received === 40_000, "all are counted");
    const { received, stored, loss } = await listening.counts("syslog-udp");
    expect(received).toBe(stored + (loss.udp_dropped ?? 0));
    // Forced for real, and counted as the system counts.
    expect(loss.udp_dropped).toBeGreaterThan(0);
    expect(loss.udp_dropped).toBe(readKernelDrops(listening.ports["syslog-udp"]!));
    expect(Object.keys(loss).filter((cause) => cause !== "udp_dropped")).toEqual([]);
    expect(stored).toBeGreaterThan(5_000);
    await listening.close();
  });

  test("when an address is in no network that may send, then its datagrams are counted as rejected", async () => {
    const listening = await Listening.open({ syslogUdp: 0, senderAllow: ["192.0.2.0/24"] });
    await sendDatagrams(listening.ports["syslog-udp"]!, ["<13>one", "<13>two"]);
    await until(async () => (await listening.counts("syslog-udp")).received === 2, "both are counted");
    expect(await listening.counts("syslog-udp")).toEqual({ received: 2, stored: 0, loss: { rejected: 2 } });
    expect((await listening.intake.status()).origins.map(({ source }) => source)).toEqual(["127.0.0.1"]);
    await listening.close();
  });

  test("when the service stops, then what had come by then is stored", async () => {
    const listening = await Listening.open({ syslogUdp: 0 });
    await sendDatagrams(
      listening.ports["syslog-udp"]!,
      Array.from({ length: 500 }, (_, index) => `<13>number ${index}`),
    );
    await listening.listeners.close();
    expect((await listening.intake.status()).stored).toBe(500);
    await listening.close();
  });
});
