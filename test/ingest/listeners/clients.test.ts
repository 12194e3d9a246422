import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Listening } from "./listening.ts";
import { cameSince, differences, headsOf, severityOf, storedBy, texts, timeOf } from "./sent-texts.ts";

const sentTexts = join(import.meta.dirname, "sent-texts.ts");
const sharedKey = "a key of many";
let listening: Listening;
beforeAll(async () => {
  const ports = { syslogUdp: 0, syslogTcp: 0, gelfUdp: 0, gelfTcp: 0, forward: 0, forwardKey: sharedKey };
  listening = await Listening.open(ports);
});
afterAll(() => listening.close());

const stored = () => storedBy(listening);
const sentSince = (before: number) => cameSince(listening, before);

/** Runs a script of a client to its end. */
async function run(command: string[], input = ""): Promise<void> {
  const child = spawn(command[0]!, command.slice(1), { stdio: ["pipe", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += String(text);
  });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${errors}`);
}

function has(program: string): boolean {
  return Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }) !== null;
}

function hasModule(name: string): boolean {
  return existsSync("/usr/bin/python3") && spawnSync("/usr/bin/python3", ["-c", `import ${name}`]).status === 0;
}

describe("clients of npm", () => {
  test("when fluent-logger sends with a shared key and waits for its acknowledgements, then all events are there", async () => {
    const before = await stored();
    const script = `
      const logger = require("fluent-logger").createFluentSender("shop", {
        host: "127.0.0.1", port: ${listening.ports.forward}, timeout: 30, eventMode: "PackedForward",
        requireAckResponse: true, ackResponseTimeout: 60000, milliseconds: true,
        security: { clientHostname: "client", sharedKey: ${JSON.stringify(sharedKey)} },
      });
      const { timeOf, severityOf } = require(${JSON.stringify(sentTexts)});
      let left = ${texts.length};
      logger.on("error", (error) => { console.error(error); process.exit(1); });
      const tags = { "a.b": "dotted", "a-b": "dashed", "@x": 1, " ": "blank", 日本語: "値", no: false, nothing: null, none: "" };
      for (const [index, message] of JSON.parse(require("node:fs").readFileSync(0, "utf8")).entries()) {
        const record = { message, severity: severityOf(index), host: "web-1", basket: { items: [index, { "x.y": 0.5 }] }, ...tags };
        logger.emit("cart", record, new Date(timeOf(index)), () => { if (--left === 0) process.exit(0); });
      }`;
    await run([process.execPath, "-e", script], JSON.stringify(texts));
    const events = await sentSince(before);
    expect(events.map(({ message }) => message)).toEqual(texts);
    const tags = { "a.b": "dotted", "a-b": "dashed", "@x": "1", " ": "blank", 日本語: "値", no: "false" };
    const wrong = differences(events, (index) => ({
      ...{ host: "web-1", program: "shop.cart", severity: severityOf(index), timeMs: timeOf(index) },
      tags: { ...tags, tag: "shop.cart", "basket.items.0": String(index), "basket.items.1.x.y": "0.5" },
    }));
    expect(wrong.slice(0, 1)).toEqual([]);
  });

  test.each([
    ["udp", texts],
    // With a connection for each.
    ["tcp", texts.slice(0, 1_000)],
  ])("when gelf-pro sends over %s, then all events are there", async (adapter, sent) => {
    const before = await stored();
    const script = `
      const log = require("gelf-pro");
      log.setConfig({ adapterName: "${adapter}", fields: { app: "shop" },
        adapterOptions: { host: "127.0.0.1", port: ${listening.ports[`gelf-${adapter}`]} } });
      (async () => {
        const { timeOf, severityOf } = require(${JSON.stringify(sentTexts)});
        for (const [index, text] of JSON.parse(require("node:fs").readFileSync(0, "utf8")).entries()) {
          const extra = { host: "client-host", timestamp: timeOf(index) / 1000, basket: { items: index }, 日本語: "値", "a.b": "c-d", __x: 0.5 };
          await new Promise((resolve, reject) => log.message(text, severityOf(index), extra, (error) => error ? reject(error) : resolve()));
        }
      })();`;
    await run([process.execPath, "-e", script], JSON.stringify(sent));
    const events = await cameSince(listening, before, sent.length);
    expect(events.map(({ message }) => message)).toEqual(sent);
    const wrong = differences(events, (index) => ({
      ...{ host: "client-host", program: "shop", severity: severityOf(index), timeMs: timeOf(index) },
      tags: { basket_items: String(index), 日本語: "値", "a.b": "c-d", __x: "0.5" },
    }));
    expect(wrong.slice(0, 1)).toEqual([]);
  });
});

describe("winston-syslog", () => {
  test.each([
    ["datagrams", "udp4", "syslog-udp", "5424", {}],
    ["lines", "tcp4", "syslog-tcp", "5424", { eol: "\n" }],
    ["lines of the old form", "tcp4", "syslog-tcp", "BSD", { eol: "\n" }],
  ])("when it sends %s, then all events are there", async (_, protocol, port, type, more) => {
    const before = await stored();
    const options = { host: "127.0.0.1", port: listening.ports[port], protocol, type, ...more };
    const script = `
      const winston = require("winston");
      const { Syslog } = require("winston-syslog");
      const own = { localhost: "client-host", app_name: "shop", facility: "local0" };
      const transport = new Syslog({ ...${JSON.stringify(options)}, ...own });
      transport.on("error", (error) => { console.error(error); process.exit(1); });
      const format = winston.format.printf(({ message }) => message);
      const log = winston.createLogger({ levels: winston.config.syslog.levels, format, transports: [transport] });
      const { setTimeout: sleep } = require("node:timers/promises");
      (async () => {
        for (const [number, text] of JSON.parse(require("node:fs").readFileSync(0, "utf8")).entries()) {
          log.error(text);
          // So that it does not fall silent: it keeps what it sends in a queue of its own.
          if (number % 100 === 99) await sleep(1);
        }
      })();`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "ignore", "inherit"] });
    child.stdin.end(JSON.stringify(texts));
    const events = await sentSince(before);
    // It keeps its connection open.
    child.kill();
    expect(events.map(({ message }) => message)).toEqual(texts);
    expect(headsOf(events)).toEqual([["client-host", "shop", 3, 16, { pid: String(child.pid) }, true]]);
  });
});

describe("clients of Debian", () => {
  test.skipIf(!has("logger")).each([
    ["datagrams", "syslog-udp", ["-d"]],
    ["lines", "syslog-tcp", ["-T"]],
    ["counted messages", "syslog-tcp", ["-T", "--octet-count"]],
    ["the old form", "syslog-tcp", ["-T", "--rfc3164"]],
  ])("when logger sends %s, then all events are there", async (_, port, flags) => {
    const before = await stored();
    const order = ["logger", "-n", "127.0.0.1", "-P", String(listening.ports[port]), "-t", "shop", "-p", "local0.err"];
    await run([...order, ...flags], texts.join("\n"));
    const events = await sentSince(before);
    expect(events.map(({ message }) => message)).toEqual(texts);
    expect(headsOf(events)).toEqual([[hostname(), "shop", 3, 16, {}, true]]);
  });

  test.skipIf(!hasModule("graypy")).each([
    ["datagrams", "GELFUDPHandler", "gelf-udp"],
    ["a stream", "GELFTCPHandler", "gelf-tcp"],
  ])("when python3-graypy sends %s, then all events are there", async (_, handler, port) => {
    const before = await stored();
    const script = `
import graypy, json, logging, sys, time
log = logging.getLogger("shop")
log.setLevel(1)
log.addHandler(graypy.${handler}("127.0.0.1", ${listening.ports[port]}, localname="client-host", debugging_fields=False))
levels = [10, 20, 30, 40, 50]
for number, (text, ms) in enumerate(json.load(sys.stdin)):
    extra = {"basket": number, "a.b": "dotted", "@x": True, "日本語": "値", "": "nothing", "inner": {"deep": [1, None]}}
    record = log.makeRecord("shop", levels[number % 5], "", 0, text, (), None, extra=extra)
    record.created = ms / 1000
    log.handle(record)
    if number % 50 == 0: time.sleep(0.01)
logging.shutdown()`;
    await run(["/usr/bin/python3", "-c", script], JSON.stringify(texts.map((text, index) => [text, timeOf(index)])));
    const events = await sentSince(before);
    expect(events.map(({ message }) => message)).toEqual(texts);
    const tags = { "a.b": "dotted", "@x": "true", 日本語: "値", _: "nothing", "inner.deep.0": "1" };
    const wrong = differences(events, (index) => ({
      ...{ host: "client-host", program: "shop", severity: severityOf(index), timeMs: timeOf(index) },
      tags: { ...tags, basket: String(index) },
    }));
    expect(wrong.slice(0, 1)).toEqual([]);
  });
});
