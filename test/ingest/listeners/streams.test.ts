import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionsPerAddressMax, syslogMessageBytesMax } from "../../../src/ingest/listeners/limits.ts";
import { until } from "../../support/patience.ts";
import { Listening, Peer, sendStream } from "./listening.ts";

describe("syslog over TCP", () => {
  let listening: Listening;
  beforeAll(async () => {
    listening = await Listening.open({ syslogTcp: 0 });
  });
  afterAll(() => listening.close());

  test("when lines, counted messages and a last line without its end come over one port, then each is an event", async () => {
    const counted = '<30>1 2026-11-21T09:00:00Z web-1 nginx 77 ID4 [a@1 b="c"] two\nlines';
    const before = (await listening.intake.status()).stored;
    await sendStream(
      listening.ports["syslog-tcp"]!,
      "<34>Oct 11 22:14:15 mymachine su[5]: one\n",
      `${Buffer.byteLength(counted)} ${counted}`,
      "<13>three\0<13>fo",
      "ur",
    );
    const events = (await listening.events(before + 4)).slice(-4);
    expect(events.map(({ message, program, severity, tags }) => [message, program, severity, tags])).toEqual([
      ["one", "su", 2, ["pid", "5"]],
      ["two\nlines", "nginx", 6, ["a.b", "c", "msgid", "ID4", "pid", "77"]],
      ["three", "", 5, []],
      ["four", "", 5, []],
    ]);
    expect(events.map(({ host, type }) => [host, type])).toEqual([
      ["mymachine", 1],
      ["web-1", 1],
      ["127.0.0.1", 1],
      ["127.0.0.1", 1],
    ]);
  });

  test("when lines go on with one and the peer stays silent behind them, then they are one event after a pause", async () => {
    const before = (await listening.intake.status()).stored;
    const peer = await Peer.connect(listening.ports["syslog-tcp"]!);
    peer.send("<11>Oct 11 22:14:15 host app: java.io.IOException: boom\n\tat a.B.c(B.java:7)\nCaused by: gone\n");
    const [event] = (await listening.events(before + 1)).slice(-1);
    expect([event!.message, event!.severity]).toEqual([
      "java.io.IOException: boom\n\tat a.B.c(B.java:7)\nCaused by: gone",
      3,
    ]);
    peer.end();
  });

  test("when lines without a priority go on with one, then they are read as those of a file", async () => {
    const before = (await listening.intake.status()).stored;
    const lines = [
      "2026-11-20 08:15:30.123 UTC [77] kim@shop ERROR:  duplicate key",
      "2026-11-20 08:15:30.123 UTC [77] kim@shop DETAIL:  Key (id)=(7) already exists.",
      "2026-11-20 08:15:30.123 UTC [77] kim@shop STATEMENT:  insert into cart",
      "\tvalues (7)",
      "261120  8:15:30\t    12 Query\tselect *",
      "from carts",
      "\t\t    12 Quit\t",
      "2026-11-20 08:15:31,123 ERROR shop.cart: cannot sum",
      "Traceback (most recent call last):",
      '  File "cart.py", line 12, in total',
      "ValueError: no price",
      "2026-11-20 08:15:32,123 INFO shop.cart: next",
    ];
    await sendStream(listening.ports["syslog-tcp"]!, `${lines.join("\n")}\n`);
    const events = (await listening.events(before + 5)).slice(-5);
    expect(events.map(({ program, severity, message }) => [program, severity, message])).toEqual([
      [
        "postgres",
        3,
        "ERROR:  duplicate key\nDETAIL:  Key (id)=(7) already exists.\nSTATEMENT:  insert into cart\n\tvalues (7)",
      ],
      ["mariadbd", 6, "Query select *\nfrom carts"],
      ["mariadbd", 6, "Quit"],
      ["shop.cart", 3, `cannot sum\n${lines.slice(8, 11).join("\n")}`],
      ["shop.cart", 6, "next"],
    ]);
    expect(events[0]!.tags.join(" ")).toContain("statement insert into cart");
  });

  test("when PostgreSQL numbers the parts of a message, then they are one event, from the same process only", async () => {
    const before = (await listening.intake.status()).stored;
    const head = "<131>Nov 20 08:15:30 db postgres";
    const lines = [
      `${head}[77]: [5-1] 2026-11-20 08:15:30.123 UTC [77] kim@shop ERROR:  duplicate key`,
      `${head}[77]: [5-2] 2026-11-20 08:15:30.123 UTC [77] kim@shop STATEMENT:  insert into cart`,
      `${head}[77]: [5-3] #011values (7,`,
      `${head}[77]: [5-4]  8)`,
      `${head}[78]: [5-5] LOG:  of another`,
      `${head}[77]: [6] LOG:  whole`,
      "<131>1 2026-11-20T08:15:30.123456+00:00 db postgres 79 - - [2-1] ERROR:  new form",
      "<131>1 2026-11-20T08:15:30.123456+00:00 db postgres 79 - - [2-2] HINT:  look",
    ];
    const forged = `${head}[77]: [5-1] LOG:  one\n${head}[99]: [5-2] LOG:  forged`;
    await sendStream(listening.ports["syslog-tcp"]!, `${lines.join("\n")}\n${forged.length} ${forged}`);
    const events = (await listening.events(before + 5)).slice(-5);
    expect(events.map(({ message }) => message)).toEqual([
      `${lines[0]!.slice(38)}\nSTATEMENT:  insert into cart\n\tvalues (7, 8)`,
      "[5-5] LOG:  of another",
      "[6] LOG:  whole",
      "[2-1] ERROR:  new form\nHINT:  look",
      forged.slice(38),
    ]);
    expect(events[0]!.tags.join(" ")).toContain("statement insert into cart");
  });

  test("when a message is no UTF-8, then it is read as Latin-1 and nothing of it is lost", async () => {
    const before = (await listening.intake.status()).stored;
    const latin = Buffer.from(
      "<13>Oct 11 22:14:15 host app: gr\xf6\xdfe\n<13>Oct 11 22:14:15 host app: größe\n",
      "latin1",
    );
    await sendStream(listening.ports["syslog-tcp"]!, latin, "<13>Oct 11 22:14:15 host app: Größe\n");
    const events = (await listening.events(before + 3)).slice(-3);
    expect(events.map(({ message }) => message)).toEqual(["größe", "größe", "Größe"]);
    expect((await listening.counts("syslog-tcp")).loss.cut).toBeUndefined();
  });

  test("when a message is longer than any may be, then it is cut and counted, and what follows is read", async () => {
    const before = await listening.counts("syslog-tcp");
    const long = "ä".repeat(syslogMessageBytesMax);
    await sendStream(listening.ports["syslog-tcp"]!, `<13>${long.slice(0, 50_000)}`, `${long}\n<13>after\n`);
    const events = (await listening.events(before.stored + 2)).slice(-2);
    expect(events[0]!.message).toMatch(/^ä{30000,}$/);
    expect(events[1]!.message).toBe("after");
    const { received, loss } = await listening.counts("syslog-tcp");
    expect([received - before.received, (loss.cut ?? 0) - (before.loss.cut ?? 0)]).toEqual([2, 1]);
  });

  test("when a counted message breaks off, then what came of it is kept as one that was cut", async () => {
    const before = await listening.counts("syslog-tcp");
    await sendStream(listening.ports["syslog-tcp"]!, "500 <13>Oct 11 22:14:15 host app: half of it");
    const events = await listening.events(before.stored + 1);
    expect(events[events.length - 1]!.message).toBe("half of it");
    expect((await listening.counts("syslog-tcp")).loss.cut).toBe((before.loss.cut ?? 0) + 1);
  });

  test("when many send at once, then every message of each arrives, in its order", async () => {
    const before = (await listening.intake.status()).stored;
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index} ${"x".repeat(index % 700)}`);
    const senders = Array.from({ length: 20 }, (_, sender) =>
      sendStream(
        listening.ports["syslog-tcp"]!,
        lines.map((line) => `<13>Oct 11 22:14:15 host-${sender} app: ${line}\n`).join(""),
      ),
    );
    await Promise.all(senders);
    const events = (await listening.events(before + 60_000)).slice(-60_000);
    for (let sender = 0; sender < 20; sender++)
      expect(events.filter(({ host }) => host === `host-${sender}`).map(({ message }) => message)).toEqual(lines);
  });

  test("when one address opens more connections than it may, then one beyond is read once another one has ended", async () => {
    const peers: Peer[] = [];
    for (let i = 0; i < connectionsPerAddressMax + 1; i++)
      peers.push(await Peer.connect(listening.ports["syslog-tcp"]!));
    const before = (await listening.intake.status()).stored;
    const last = peers.at(-1)!;
    last.send("<13>waited for its place\n");
    last.end();
    peers[0]!.end();
    expect((await listening.events(before + 1)).at(-1)!.message).toBe("waited for its place");
    for (const peer of peers.slice(1, -1)) peer.end();
    await until(() => peers.every(({ isClosed }) => isClosed), "all have ended");
  });

  test("when one address opens more connections than it may, then those beyond are closed and others come in", async () => {
    const peers: Peer[] = [];
    for (let i = 0; i < connectionsPerAddressMax + 3; i++)
      peers.push(await Peer.connect(listening.ports["syslog-tcp"]!));
    await until(() => peers.filter(({ isClosed }) => isClosed).length === 3, "three are closed");
    const before = (await listening.intake.status()).stored;
    peers[0]!.send("<13>still here\n");
    expect((await listening.events(before + 1)).at(-1)!.message).toBe("still here");
    for (const peer of peers) peer.end();
  });

  test("when nothing can be stored for a while, then senders are held, and later everything is there", async () => {
    const before = await listening.counts("syslog-tcp");
    listening.isDiskFull = true;
    const peer = await Peer.connect(listening.ports["syslog-tcp"]!);
    const text = Buffer.from("<13>Oct 11 22:14:15 host app: held back\n".repeat(1_000_000));
    peer.send(text);
    peer.end();
    // It stops at what sockets, parts and bodies hold, far below what is sent.
    let left = -1;
    await until(() => {
      const isHeld = peer.hasUnsent && peer.unsentBytes === left;
      left = peer.unsentBytes;
      return isHeld;
    }, "the sender is held");
    expect(left).toBeGreaterThan(text.length / 2);
    listening.isDiskFull = false;
    await until(
      async () => (await listening.counts("syslog-tcp")).stored === before.stored + 1_000_000,
      "all is stored",
    );
    expect((await listening.counts("syslog-tcp")).loss).toEqual(before.loss);
  });
});

describe("GELF over TCP", () => {
  test("when messages come with NULs between them, then they are events, and what is none is counted", async () => {
    const listening = await Listening.open({ gelfTcp: 0 });
    await sendStream(
      listening.ports["gelf-tcp"]!,
      '{"version":"1.1","host":"web-1","short_message":"one","level":3,"_app":"shop","_zahl":1.5}\0no json\0',
      '{"version":"1.1","host":"web-2","short_message":"two","full_message":"two\\nin full"}\0{"short_message":"th',
      'ree"}',
    );
    const events = await listening.events(3);
    expect(
      events.map(({ host, message, severity, program, tags }) => [host, message, severity, program, tags]),
    ).toEqual([
      ["web-1", "one", 3, "shop", ["zahl", "1.5"]],
      ["web-2", "two\nin full", 6, "", []],
      ["127.0.0.1", "three", 6, "", []],
    ]);
    expect(await listening.counts("gelf-tcp")).toEqual({ received: 4, stored: 3, loss: { rejected: 1 } });
    await listening.close();
  });
});

describe("who may send", () => {
  test("when an address is in no network that may, then its connection is closed and nothing of it is stored", async () => {
    const listening = await Listening.open({ syslogTcp: 0, senderAllow: ["192.0.2.0/24"] });
    const peer = await Peer.connect(listening.ports["syslog-tcp"]!);
    peer.send("<13>let me in\n");
    await until(() => peer.isClosed, "the connection is closed");
    await listening.listeners.close();
    expect((await listening.intake.status()).stored).toBe(0);
    await listening.close();
  });
});

describe("the end", () => {
  test("when the service stops, then what has been sent by then is stored, messages that were not ended too", async () => {
    const listening = await Listening.open({ syslogTcp: 0 });
    const peer = await Peer.connect(listening.ports["syslog-tcp"]!);
    peer.send(`${"<13>whole\n".repeat(20_000)}<13>begun`);
    await listening.events(1);
    await listening.listeners.close();
    expect((await listening.intake.status()).stored).toBe(20_001);
    await until(() => peer.isClosed, "the connection is closed");
    await expect(Peer.connect(listening.ports["syslog-tcp"]!)).rejects.toThrow();
    await listening.close();
  });
});
