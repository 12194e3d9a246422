import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../support/patience.ts";
import { Listening } from "./listening.ts";

const sharedKey = "a key of many";
const texts = Array.from({ length: 1_000 }, (_, index) => `number ${index}: größe, 日本語, 😀, "quoted" 50%`);
let listening: Listening;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vigie-clients-"));
  const key = join(folder, "key.pem");
  const cert = join(folder, "cert.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    cert,
    ...subject,
  ]);
  const ports = { syslogUdp: 0, syslogTcp: 0, syslogTls: 0, gelfUdp: 0, gelfTcp: 0, forward: 0, forwardKey: sharedKey };
  listening = await Listening.open({ ...ports, tlsCert: cert, tlsKey: key });
});
afterAll(async () => {
  await listening.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What came since there were so many: in the order of its messages, so that datagrams may overtake each other. */
async function cameSince(before: number) {
  const events = (await listening.events(before + texts.length)).slice(before);
  return events.sort((a, b) => numberOf(a.message) - numberOf(b.message));
}

function numberOf(message: string): number {
  return Number(/number (\d+)/.exec(message)?.[1]);
}

const stored = async () => (await listening.intake.status()).stored;

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

/** Where rsyslog is: installed, or unpacked beside a log daemon that it cannot be installed with. */
const rsyslog = ["/opt/rsyslog", ""].find((root) => existsSync(`${root}/usr/sbin/rsyslogd`));
const rsyslogModules = `${rsyslog}/usr/lib/x86_64-linux-gnu/rsyslog`;
const rsyslogWays: [title: string, port: string, how: string][] = [
  ["over TCP", "syslog-tcp", 'protocol="tcp"'],
  [
    "over TCP, counted, in the new form",
    "syslog-tcp",
    'protocol="tcp" TCP_Framing="octet-counted" template="RSYSLOG_SyslogProtocol23Format"',
  ],
  ["over UDP", "syslog-udp", 'protocol="udp"'],
];
// rsyslog-gnutls
if (existsSync(`${rsyslogModules}/lmnsd_gtls.so`))
  rsyslogWays.push([
    "over TLS",
    "syslog-tls",
    'protocol="tcp" StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="anon"',
  ]);

describe("clients of npm", () => {
  test("when fluent-logger sends with a shared key and waits for its acknowledgements, then all events are there", async () => {
    const before = await stored();
    const script = `
      const logger = require("fluent-logger").createFluentSender("shop", {
        host: "127.0.0.1", port: ${listening.ports.forward}, timeout: 30, eventMode: "PackedForward",
        requireAckResponse: true, ackResponseTimeout: 60000, milliseconds: true,
        security: { clientHostname: "client", sharedKey: ${JSON.stringify(sharedKey)} },
      });
      let left = ${texts.length};
      logger.on("error", (error) => { console.error(error); process.exit(1); });
      for (const message of ${JSON.stringify(texts)})
        logger.emit("cart", { message, level: "warn", host: "web-1", basket: { items: 3 } }, () => { if (--left === 0) process.exit(0); });`;
    await run([process.execPath, "-e", script]);
    const events = await cameSince(before);
    expect(events.map(({ message }) => message)).toEqual(texts);
    const { host, program, severity, tags } = events[0]!;
    expect([host, program, severity, tags]).toEqual([
      "web-1",
      "shop.cart",
      4,
      ["basket.items", "3", "tag", "shop.cart"],
    ]);
  });

  test.each([["udp"], ["tcp"]])("when gelf-pro sends over %s, then all events are there", async (adapter) => {
    const before = await stored();
    const script = `
      const log = require("gelf-pro");
      log.setConfig({ adapterName: "${adapter}", fields: { app: "shop" },
        adapterOptions: { host: "127.0.0.1", port: ${listening.ports[`gelf-${adapter}`]} } });
      (async () => {
        for (const text of ${JSON.stringify(texts)})
          await new Promise((resolve, reject) => log.error(text, { basket: 3 }, (error) => error ? reject(error) : resolve()));
      })();`;
    await run([process.execPath, "-e", script]);
    const events = await cameSince(before);
    expect(events.map(({ message }) => message)).toEqual(texts);
    expect([events[0]!.severity, events[0]!.program, events[0]!.tags]).toEqual([3, "shop", ["basket", "3"]]);
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
    const events = await cameSince(before);
    expect(events.map(({ message }) => message)).toEqual(texts);
    expect([events[0]!.program, events[0]!.severity, events[0]!.facility]).toEqual(["shop", 3, 16]);
  });

  test.skipIf(rsyslog === undefined).each(rsyslogWays)(
    "when rsyslog forwards %s, then all events are there",
    async (_, port, how) => {
      const before = await stored();
      const source = join(folder, `source-${before}.log`);
      writeFileSync(source, `${texts.join("\n")}\n`);
      const config = join(folder, `rsyslog-${before}.conf`);
      const lines = [
        `global(workDirectory="${folder}" DefaultNetstreamDriverCAFile="${join(folder, "cert.pem")}")`,
        'module(load="imfile" mode="polling" PollingInterval="1")',
        `input(type="imfile" File="${source}" Tag="shop:" Severity="error" Facility="local0" reopenOnTruncate="on")`,
        `action(type="omfwd" target="127.0.0.1" port="${listening.ports[port]}" ${how})`,
      ];
      writeFileSync(config, `${lines.join("\n")}\n`);
      const modules = rsyslog === "" ? [] : ["-M", rsyslogModules];
      const daemon = spawn(
        `${rsyslog}/usr/sbin/rsyslogd`,
        ["-n", "-f", config, "-i", join(folder, "pid"), ...modules],
        {
          stdio: "ignore",
        },
      );
      const events = await cameSince(before);
      daemon.kill("SIGTERM");
      await new Promise((resolve) => daemon.on("close", resolve));
      expect(events.map(({ message }) => message)).toEqual(texts);
      expect([events[0]!.program, events[0]!.severity, events[0]!.facility]).toEqual(["shop", 3, 16]);
    },
  );

  test.skipIf(!has("syslog-ng")).each([
    ["network() over TCP", "syslog-tcp", 'network("127.0.0.1" transport("tcp")'],
    ["syslog() over TCP", "syslog-tcp", 'syslog("127.0.0.1" transport("tcp")'],
  ])("when syslog-ng sends with %s, then all events are there", async (_, port, destination) => {
    const before = await stored();
    const config = join(folder, `syslog-ng-${before}.conf`);
    const lines = [
      "@version: 3.38",
      'source s { stdin(flags(no-parse) program-override("shop") default-priority(err) default-facility(local0)); };',
      `destination d { ${destination} port(${listening.ports[port]})); };`,
      "log { source(s); destination(d); };",
    ];
    writeFileSync(config, `${lines.join("\n")}\n`);
    const files = [
      "--persist-file",
      join(folder, "persist"),
      "--control",
      join(folder, "control"),
      "--pidfile",
      join(folder, "ng.pid"),
    ];
    const path = Bun.which("syslog-ng", { PATH: `${process.env.PATH}:/usr/sbin` })!;
    const daemon = spawn(path, ["-F", "-f", config, "--no-caps", ...files], { stdio: ["pipe", "ignore", "ignore"] });
    daemon.stdin.write(`${texts.join("\n")}\n`);
    const events = await cameSince(before);
    daemon.kill("SIGTERM");
    await until(() => daemon.exitCode !== null || daemon.signalCode !== null, "syslog-ng has ended");
    expect(events.map(({ message }) => message)).toEqual(texts);
    expect(events[0]!.program).toBe("shop");
  });

  test.skipIf(!hasModule("graypy")).each([
    ["datagrams", "GELFUDPHandler", "gelf-udp"],
    ["a stream", "GELFTCPHandler", "gelf-tcp"],
  ])("when python3-graypy sends %s, then all events are there", async (_, handler, port) => {
    const before = await stored();
    const script = `
import graypy, json, logging, sys, time
log = logging.getLogger("shop")
log.addHandler(graypy.${handler}("127.0.0.1", ${listening.ports[port]}))
for number, text in enumerate(json.load(sys.stdin)):
    log.error(text, extra={"basket": 3})
    if number % 50 == 0: time.sleep(0.01)
logging.shutdown()`;
    await run(["/usr/bin/python3", "-c", script], JSON.stringify(texts));
    const events = await cameSince(before);
    expect(events.map(({ message }) => message)).toEqual(texts);
    expect(events[0]!.severity).toBe(3);
    expect(events[0]!.tags).toContain("basket");
  });
});
