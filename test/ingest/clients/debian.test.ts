import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";
import { rsyslog, syslogNg } from "./daemons.ts";
import { comeFrom, eventsOf, expectAll } from "./found-events.ts";
import { messageOf, oddTags, sentCount, severityOf, timeOf } from "./odd-events.ts";

let service: Service;
let token: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vigie-clients-"));
  service = await startService({ settings: { dedupSeconds: 0, forward: 0, syslogTcp: 0 } });
  token = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const numbers = Array.from({ length: sentCount }, (_, index) => index);
const sinceMs = Date.now();
const baseMs = sinceMs - 60_000;
const noTags = () => ({});

const documentsOf = (program: string) =>
  numbers.map((index) => ({
    "@timestamp": new Date(timeOf(baseMs, index)).toISOString(),
    ...{
      message: messageOf(index),
      host: { name: "client-host" },
      service: { name: program },
      log: { level: severityOf(index) },
    },
    ...oddTags(index),
  }));

const linesOf = (documents: readonly object[]) => documents.map((document) => `${JSON.stringify(document)}\n`).join("");

const python = (module: string) => ["/usr/bin/python3", "-c", `import ${module}`];
const libraries: [name: string, probe: string[], command: string[]][] = [
  ["python3-elasticsearch", python("elasticsearch"), ["/usr/bin/python3", "elasticsearch_bulk.py"]],
  ["ruby-elasticsearch", ["ruby", "-e", 'require "elasticsearch"'], ["ruby", "elasticsearch_bulk.rb"]],
  ["libsearch-elasticsearch-perl", ["perl", "-MSearch::Elasticsearch", "-e", "1"], ["perl", "elasticsearch_bulk.pl"]],
];

describe("libraries of Debian", () => {
  for (const [name, probe, [program, script]] of libraries)
    test.skipIf(!isThere(name, probe))(
      `when ${name} sends documents in bulk, then all are found with host, program, severity, time and tags`,
      async () => {
        const command = [program!, join(import.meta.dirname, "senders", script!), service.url, token];
        expect(await run(command, linesOf(documentsOf(`shop ${name}`)))).toBe(`${sentCount}\n`);
        expectAll(await eventsOf(service, `shop ${name}`), { baseMs });
      },
    );

  test.skipIf(!isThere("python3-fluent-logger", python("fluent")))(
    "when python3-fluent-logger sends records, then all are found with host, program, severity, time and tags",
    async () => {
      const records = numbers.map((index) => ({
        ...{
          time: timeOf(baseMs, index) / 1000,
          message: messageOf(index),
          host: "client-host",
          level: severityOf(index),
        },
        ...oddTags(index),
      }));
      const script = join(import.meta.dirname, "senders/fluent_sender.py");
      const place = ["127.0.0.1", String(service.ports.forward), "shop.python"];
      await run(["/usr/bin/python3", script, ...place], linesOf(records));
      expectAll(await comeFrom(service, "shop.python"), { baseMs, own: ["tag"] });
    },
  );
});

describe("log daemons of Debian", () => {
  /** Begins each message with the host that the daemon is to say it is of. */
  const fileOf = (program: string) => {
    const path = join(folder, `${program}.log`);
    // Daemons hold the last message back until another begins or a time has passed.
    writeFileSync(path, numbers.map((index) => `${messageOf(index)}\n`).join(""));
    return path;
  };

  test.skipIf(rsyslog?.has("omelasticsearch") !== true)(
    "when rsyslog sends with omelasticsearch, then all are found with host, program, severity and time",
    async () => {
      const { hostname, port } = new URL(service.url);
      const daemon = rsyslog!.start(folder, [
        'global(localHostname="client-host")',
        'module(load="imfile" mode="polling" PollingInterval="1")',
        'module(load="omelasticsearch")',
        'template(name="doc" type="list" option.jsonf="on") {',
        'property(outname="@timestamp" name="timereported" dateFormat="rfc3339" format="jsonf")',
        'property(outname="host" name="hostname" format="jsonf")',
        'property(outname="severity" name="syslogseverity-text" format="jsonf")',
        'property(outname="facility" name="syslogfacility-text" format="jsonf")',
        'property(outname="program" name="programname" format="jsonf")',
        'property(outname="message" name="msg" format="jsonf") }',
        `input(type="imfile" File="${fileOf("rsyslog-es")}" Tag="rsyslog-es:" Severity="error" Facility="local0"`,
        'startmsg.regex="^line " readTimeout="2" escapeLF="off")',
        `action(type="omelasticsearch" server="${hostname}" serverport="${port}" uid="vigie" pwd="${token}"`,
        'template="doc" searchIndex="logs" searchType="" bulkmode="on" maxbytes="1m"',
        'queue.type="LinkedList" queue.size="20000" queue.dequeueBatchSize="1000" action.resumeRetryCount="-1")',
      ]);
      const events = await comeFrom(service, "rsyslog-es");
      await ended(daemon);
      expectAll(events, { tags: noTags, severity: () => "ERROR", sinceMs });
      expect(events[0]!.facility_name).toBe("LOCAL0");
    },
  );

  const authorization = () => `Authorization: Token ${token}`;
  const destinations: [how: string, program: string, text: () => string][] = [
    ["syslog()", "ng-syslog", () => `syslog("127.0.0.1" transport("tcp") port(${service.ports["syslog-tcp"]}))`],
    [
      "http()",
      "ng-http",
      () => `http(url("${service.url}/incoming") method("POST") headers("Content-Type: application/json", "${authorization()}")
        body-prefix("[") delimiter(",") body-suffix("]") batch-lines(1000) batch-timeout(500)
        body("$(format-json timestamp=$ISODATE host=$HOST program=$PROGRAM severity=$LEVEL facility=$FACILITY message=$MESSAGE)"))`,
    ],
    [
      "elasticsearch-http()",
      "ng-elastic",
      () => `elasticsearch-http(url("${service.url}/_bulk") index("logs") type("") user("vigie") password("${token}")
        batch-lines(1000) batch-timeout(500))`,
    ],
  ];
  test.skipIf(syslogNg === undefined).each(destinations)(
    "when syslog-ng sends with %s, then all are found with host, program, severity and time",
    async (_, program, destination) => {
      const daemon = syslogNg!.start(folder, [
        "options { use-dns(no); keep-hostname(yes); ts-format(iso); log-fifo-size(20000); };",
        `source s { file("${fileOf(program)}" read-old-records(yes) multi-line-mode(regexp) multi-line-prefix("^line ")`,
        `follow-freq(0.2) log-iw-size(20000) multi-line-timeout(1) flags(no-parse) program-override("${program}") host-override("client-host")`,
        "default-priority(err) default-facility(local0)); };",
        `destination d { ${destination()}; };`,
        "log { source(s); destination(d); flags(flow-control); };",
      ]);
      const events = await comeFrom(service, program);
      await ended(daemon);
      expectAll(events, { tags: noTags, severity: () => "ERROR", own: ["ISODATE"], sinceMs });
      expect(events[0]!.facility_name).toBe("LOCAL0");
    },
  );
});

/** Says in one line what is skipped when it is not. */
function isThere(name: string, [program, ...probe]: string[]): boolean {
  const is = spawnSync(program!, probe).status === 0;
  if (!is) console.warn(`Skipped: events of ${name}, which is not there.`);
  return is;
}

/** Runs a sender to its end and gives what it says. */
async function run([program, ...rest]: string[], input: string): Promise<string> {
  const child = spawn(program!, rest, { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  let errors = "";
  child.stdout.on("data", (text) => {
    said += String(text);
  });
  child.stderr.on("data", (text) => {
    errors += String(text);
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors}`);
  return said;
}

async function ended(daemon: ChildProcess): Promise<void> {
  const isOver = new Promise((resolve) => daemon.on("close", resolve));
  daemon.kill("SIGTERM");
  await isOver;
}
