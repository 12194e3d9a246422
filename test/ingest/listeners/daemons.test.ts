import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../support/patience.ts";
import { rsyslog, syslogNg } from "../clients/daemons.ts";
import { type Certificate, createCertificate } from "./certificates.ts";
import { Listening } from "./listening.ts";
import { cameSince, headsOf, storedBy, texts } from "./sent-texts.ts";

let listening: Listening;
/** Takes TLS from those alone whose certificate `authority` signed. */
let strict: Listening;
let folder: string;
let own: Certificate;
let authority: Certificate;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vigie-daemons-"));
  own = createCertificate(folder, "service");
  authority = createCertificate(folder, "authority");
  const tls = { syslogTls: 0, tlsCert: own.cert, tlsKey: own.key };
  listening = await Listening.open({ ...tls, syslogUdp: 0, syslogTcp: 0 });
  strict = await Listening.open({ ...tls, tlsClientCa: authority.cert, senderAllow: ["192.0.2.0/24"] });
});
afterAll(async () => {
  await listening.close();
  await strict.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ended(daemon: ChildProcess): Promise<void> {
  daemon.kill("SIGTERM");
  await until(() => daemon.exitCode !== null || daemon.signalCode !== null, "the daemon has ended");
}

/** What rsyslog reads, with what it needs for TLS. */
function rsyslogConfig(source: string, action: string, client?: Certificate): string[] {
  const files =
    client && `DefaultNetstreamDriverCertFile="${client.cert}" DefaultNetstreamDriverKeyFile="${client.key}"`;
  return [
    `global(DefaultNetstreamDriverCAFile="${own.cert}" ${files ?? ""})`,
    'module(load="imfile" mode="polling" PollingInterval="1")',
    `input(type="imfile" File="${source}" Tag="shop:" Severity="error" Facility="local0")`,
    `action(type="omfwd" target="127.0.0.1" ${action})`,
  ];
}

function writeTexts(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, `${texts.join("\n")}\n`);
  return path;
}

const anonymous = 'StreamDriverMode="1" StreamDriverAuthMode="anon"';
const ways: [title: string, module: string, port: string, how: string][] = [
  ["over TCP", "lmnet", "syslog-tcp", 'protocol="tcp"'],
  [
    "over TCP, counted, in the new form",
    "lmnet",
    "syslog-tcp",
    'protocol="tcp" TCP_Framing="octet-counted" template="RSYSLOG_SyslogProtocol23Format"',
  ],
  ["over UDP", "lmnet", "syslog-udp", 'protocol="udp"'],
  ["over TLS with GnuTLS", "lmnsd_gtls", "syslog-tls", `protocol="tcp" StreamDriver="gtls" ${anonymous}`],
  ["over TLS with OpenSSL", "lmnsd_ossl", "syslog-tls", `protocol="tcp" StreamDriver="ossl" ${anonymous}`],
];

describe("rsyslog", () => {
  test.each(ways.filter(([, module]) => rsyslog?.has(module)))(
    "when it forwards %s, then all events are there",
    async (_, __, port, how) => {
      const before = await storedBy(listening);
      const config = rsyslogConfig(writeTexts(`source-${before}.log`), `port="${listening.ports[port]}" ${how}`);
      const daemon = rsyslog!.start(folder, config);
      const events = await cameSince(listening, before);
      await ended(daemon);
      expect(events.map(({ message }) => message)).toEqual(texts);
      expect(headsOf(events)).toEqual([[hostname(), "shop", 3, 16, {}, true]]);
    },
  );

  test.skipIf(!rsyslog?.has("lmnsd_ossl"))(
    "when senders must show a certificate and it has one, then all events are there, from a network that else may not",
    async () => {
      const client = createCertificate(folder, "client", authority);
      const how = `port="${strict.ports["syslog-tls"]}" protocol="tcp" StreamDriver="ossl" ${anonymous}`;
      const before = await storedBy(strict);
      const daemon = rsyslog!.start(folder, rsyslogConfig(writeTexts("certified.log"), how, client));
      const events = await cameSince(strict, before);
      await ended(daemon);
      expect(events.map(({ message }) => message)).toEqual(texts);
    },
  );
});

describe("openssl s_client", () => {
  /** Sends one line and gives what the program ended with. */
  async function send(line: string, client?: Certificate): Promise<void> {
    const place = ["-connect", `127.0.0.1:${strict.ports["syslog-tls"]}`, "-quiet", "-no_ign_eof"];
    const files = client === undefined ? [] : ["-cert", client.cert, "-key", client.key];
    const child = spawn("openssl", ["s_client", ...place, ...files], { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${line}\n`);
    await new Promise((resolve) => child.on("close", resolve));
  }

  test("when its certificate is signed, then its line is stored; with none or a stranger's it is not", async () => {
    const before = await storedBy(strict);
    const stranger = createCertificate(folder, "stranger");
    await send("<13>from nobody");
    await send("<13>from a stranger", stranger);
    await send("<13>from a friend", createCertificate(folder, "friend", authority));
    const came = (await strict.events(before + 1)).slice(before).map(({ message }) => message);
    expect(came).toEqual(["from a friend"]);
    // The two others had been there before it.
    expect(await storedBy(strict)).toBe(before + 1);
  });
});

describe("syslog-ng", () => {
  test.skipIf(syslogNg === undefined).each([
    ["network()", 'network("127.0.0.1" transport("tcp")'],
    ["network() with datagrams", 'network("127.0.0.1" transport("udp")'],
    ["network() over TLS", 'network("127.0.0.1" transport("tls") tls(peer-verify(optional-untrusted))'],
    ["syslog() over TLS", 'syslog("127.0.0.1" transport("tls") tls(peer-verify(optional-untrusted))'],
  ])("when it sends with %s, then all events are there", async (_, destination) => {
    const before = await storedBy(listening);
    const [, transport] = /transport\("(\w+)"\)/.exec(destination)!;
    const port = listening.ports[`syslog-${transport}`];
    const daemon = syslogNg!.start(folder, [
      "options { log-fifo-size(20000); };",
      `source s { file("${writeTexts(`ng-${before}.log`)}" read-old-records(yes) flags(no-parse)`,
      'program-override("shop") default-priority(err) default-facility(local0) log-iw-size(20000)); };',
      `destination d { ${destination} port(${port})); };`,
      "log { source(s); destination(d); };",
    ]);
    const events = await cameSince(listening, before);
    await ended(daemon);
    expect(events.map(({ message }) => message)).toEqual(texts);
    expect(headsOf(events)).toEqual([[hostname(), "shop", 3, 16, {}, true]]);
  });
});

describe("busybox", () => {
  // Both sides of it meet at /dev/log, which is nobody else's in a view of the file system of their own.
  const isAlone = spawnSync("unshare", ["--mount", "busybox", "logger", "--help"]).status === 0;
  const canRun = isAlone && !existsSync("/dev/log");
  if (!canRun) console.warn("Skipped: events of busybox, which is not there or may not make a /dev/log of its own.");

  test.skipIf(!canRun)("when its logger speaks and its syslogd forwards, then all events are there", async () => {
    const before = await storedBy(listening);
    const script = `mount -t tmpfs none /dev && busybox mknod /dev/null c 1 3
      busybox syslogd -n -R 127.0.0.1:${listening.ports["syslog-udp"]} & daemon=$!
      until [ -S /dev/log ]; do busybox usleep 10000; done
      busybox logger -t shop -p local0.err; busybox cat > /dev/null; kill $daemon`;
    const child = spawn("unshare", ["--mount", "sh", "-c", script], { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.write(`${texts.join("\n")}\n`);
    const events = await cameSince(listening, before);
    child.stdin.end();
    await until(() => child.exitCode !== null || child.signalCode !== null, "busybox has ended");
    expect(events.map(({ message }) => message)).toEqual(texts);
    // Its lines name no host.
    expect(headsOf(events)).toEqual([["127.0.0.1", "shop", 3, 16, {}, true]]);
  });
});
