import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fillIn, type HowPage, howPagesFor } from "../../../src/api/how/pages.ts";
import { runVigie } from "../../cli/run-vigie.ts";
import { rsyslog, syslogNg } from "../../ingest/clients/daemons.ts";
import { until } from "../../support/patience.ts";
import { vigieCommand } from "../../support/service/service-process.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

describe("the pages that say how to send", () => {
  test.each(howPagesFor().map((page) => [page.name, page] as const))(
    "when %s is read, then it is short, and nothing is left to fill in",
    (_, page) => {
      const text = fillIn(page, { url: "https://logs.example.org/", token: "abc" });
      expect(text.split("\n").length).toBeLessThanOrEqual(10);
      expect(text).not.toMatch(/\{(?:URL|HOST|PORT|TOKEN)\}/);
      expect(text).toMatch(/logs\.example\.org/);
      expect(page.name).toMatch(/^[a-z-]+$/);
      expect(page.place).not.toBe("");
    },
  );

  test("when an address names no port, then it is that of its protocol", () => {
    const page = { text: "{URL} {HOST} {PORT} {TOKEN}" };
    expect(fillIn(page, { url: "https://a.b", token: "$&" })).toBe("https://a.b a.b 443 $&");
    expect(fillIn(page, { url: "http://a.b", token: "t" })).toBe("http://a.b a.b 80 t");
    expect(fillIn(page, { url: "http://[::1]:7080", token: "t" })).toBe("http://[::1]:7080 [::1] 7080 t");
  });
});

describe("a page, pasted as it is printed", () => {
  let service: Service;
  let token: string;
  let folder: string;
  let pages: HowPage[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "vigie-how-"));
    service = await startService({ settings: { syslogTcp: 0, syslogUdp: 0, gelfTcp: 0, dedupSeconds: 0 } });
    pages = (await service.call("GET", "/api/how")).body.objects;
    token = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const textOf = (name: string) =>
    fillIn(pages.find((page) => page.name === name)!, { url: service.url, token: token });
  const events = async (program: string) => {
    const filter = [{ field: "program", value: program }];
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params: { filter } } });
    return body.results.events.objects as Record<string, unknown>[];
  };

  test.skipIf(Bun.which("curl") === null)("when it is that of curl, then the event is there", async () => {
    expect(await ended(spawn("sh", ["-c", textOf("curl")], { stdio: "ignore" }))).toBe(0);
    expect((await events("hello")).map(({ message }) => message)).toEqual(["The first event"]);
  });

  const hasNode = spawnSync("node", ["--version"]).status === 0;
  test.skipIf(!hasNode)("when it is that of Node, then the event is there with its program and order", async () => {
    const file = join(import.meta.dirname, `../../../node_modules/.how-${process.pid}.mjs`);
    writeFileSync(file, textOf("node"));
    try {
      expect(await ended(spawn("node", [file], { stdio: "inherit" }))).toBe(0);
    } finally {
      rmSync(file, { force: true });
    }
    await until(async () => (await events("shop")).length > 0, "the event of Node");
    expect((await events("shop"))[0]).toMatchObject({ message: "payment refused", user_tags: { order: "17" } });
  });

  test.skipIf(rsyslog === undefined)("when it is that of rsyslog, then what is logged is there", async () => {
    const source = join(folder, "rsyslog.log");
    writeFileSync(source, "payment refused, größe 7\n");
    const daemon = rsyslog!.start(folder, [
      'module(load="imfile" mode="polling" PollingInterval="1")',
      `input(type="imfile" File="${source}" Tag="how-rsyslog:" Severity="error")`,
      ...textOf("rsyslog").split("\n"),
    ]);
    await until(async () => (await events("how-rsyslog")).length > 0, "the event of rsyslog");
    daemon.kill();
    await until(() => daemon.exitCode !== null || daemon.signalCode !== null, "rsyslog has ended");
    const [event] = await events("how-rsyslog");
    expect(event).toMatchObject({ message: "payment refused, größe 7", severity_name: "ERROR" });
  });

  test.skipIf(syslogNg === undefined)("when it is that of syslog-ng, then what is logged is there", async () => {
    const source = join(folder, "syslog-ng.log");
    writeFileSync(source, "payment refused, größe 7\n");
    const daemon = syslogNg!.start(folder, [
      `source s_src { file("${source}" read-old-records(yes) flags(no-parse) program-override("how-ng")); };`,
      ...textOf("syslog-ng").split("\n"),
    ]);
    await until(async () => (await events("how-ng")).length > 0, "the event of syslog-ng");
    daemon.kill();
    await until(() => daemon.exitCode !== null || daemon.signalCode !== null, "syslog-ng has ended");
    expect((await events("how-ng"))[0]).toMatchObject({ message: "payment refused, größe 7" });
  });

  const hasGraypy = spawnSync("/usr/bin/python3", ["-c", "import graypy"]).status === 0;
  test.skipIf(!hasGraypy)("when it is that of Python, then the event is there with its order", async () => {
    expect(await ended(spawn("/usr/bin/python3", ["-c", textOf("python")], { stdio: "inherit" }))).toBe(0);
    const search = { type: "Search", params: { q: "order:17 type:UNKNOWN" } };
    const found = async () => (await service.call("POST", "/api/query", { body: search })).body.results.events.objects;
    await until(async () => (await found()).length > 0, "the event of Python");
    expect((await found())[0]).toMatchObject({ message: "payment refused", severity_name: "ERROR" });
  });

  const hasGo = spawnSync("go", ["version"]).status === 0;
  if (!hasGo) console.warn("Skipped: events of Go, which is not there.");
  test.skipIf(!hasGo)("when it is that of Go, then the event is there under its program", async () => {
    const body = `func setUp() error {\n${textOf("go")}\nreturn nil\n}`;
    const main = 'func main() {\nif err := setUp(); err != nil {\npanic(err)\n}\nlog.Print("payment refused by go")\n}';
    const file = join(folder, "main.go");
    writeFileSync(file, `package main\nimport (\n"log"\n"log/syslog"\n)\n${body}\n${main}\n`);
    const env = { ...process.env, GOCACHE: join(folder, "go-cache"), GOFLAGS: "-mod=mod", GO111MODULE: "off" };
    expect(await ended(spawn("go", ["run", file], { stdio: "inherit", env }))).toBe(0);
    const isThere = async () => (await events("shop")).some(({ message }) => message === "payment refused by go");
    await until(isThere, "the event of Go");
  });

  const javaPath = ["logback-classic", "logback-core", "slf4j-api"].map((name) => `/usr/share/java/${name}.jar`);
  const hasLogback = spawnSync("javac", ["-version"]).status === 0 && javaPath.every((path) => existsSync(path));
  if (!hasLogback) console.warn("Skipped: events of Java, which is not there with Logback and a compiler.");
  test.skipIf(!hasLogback)(
    "when it is that of Logback, then the event is there with program and severity",
    async () => {
      const file = join(folder, "Shop.java");
      const log = 'org.slf4j.LoggerFactory.getLogger("shop").error("payment refused by java, größe {}", 7)';
      writeFileSync(file, `class Shop { public static void main(String[] args) { ${log}; } }`);
      writeFileSync(join(folder, "logback.xml"), textOf("logback"));
      const options = ["-Dfile.encoding=UTF-8", "-cp", [folder, ...javaPath].join(":")];
      expect(await ended(spawn("java", [...options, file], { stdio: "inherit" }))).toBe(0);
      const found = async () =>
        (await events("shop")).find(({ message }) => message === "payment refused by java, größe 7");
      await until(async () => (await found()) !== undefined, "the event of Java");
      expect(await found()).toMatchObject({ severity_name: "ERROR" });
    },
  );

  const journal = { remote: "/lib/systemd/systemd-journal-remote", upload: "/lib/systemd/systemd-journal-upload" };
  const hasJournal = Object.values(journal).every((path) => existsSync(path));
  if (!hasJournal) console.warn("Skipped: the page of journald, whose upload is not there.");
  test.skipIf(!hasJournal)("when it is that of journald, then what its journal has is there", async () => {
    const entry = {
      __REALTIME_TIMESTAMP: Date.now() * 1000,
      __MONOTONIC_TIMESTAMP: 1_000_000,
      _BOOT_ID: "0123456789abcdef0123456789abcdef",
      SYSLOG_IDENTIFIER: "how-journal",
      PRIORITY: 3,
      MESSAGE: "payment refused by journald",
    };
    const input = `${Object.entries(entry)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n")}\n\n`;
    const made = join(folder, "how.journal");
    expect(spawnSync(journal.remote, ["-o", made, "-"], { input }).status).toBe(0);
    const url = /^URL=(.+)$/m.exec(textOf("journald"))![1]!;
    const flags = [`--url=${url}`, `--file=${made}`, `--save-state=${join(folder, "how-upload.state")}`];
    const child = spawn(journal.upload, flags, { stdio: ["ignore", "ignore", "inherit"] });
    await until(async () => (await events("how-journal")).length > 0, "the entry of the journal");
    // It stays and waits for more.
    child.kill();
    await ended(child);
    const [found] = await events("how-journal");
    expect(found).toMatchObject({ message: "payment refused by journald", severity_name: "ERROR" });
  });

  test("when it is that of log files, then vigie ship sends what is in them", async () => {
    const source = join(folder, "shop.log");
    writeFileSync(source, `${new Date().toISOString()} ERROR payment refused by files\n`);
    const [, ...rest] = textOf("files").split(" ");
    const flags = rest.filter((word) => !word.includes("/var/log"));
    const [command, ...leading] = vigieCommand();
    const child = spawn(command!, [...leading, ...flags, source, "--state", join(folder, "state.json")], {
      stdio: "ignore",
    });
    const search = { type: "Search", params: { q: '"refused by files"' } };
    const found = async () => (await service.call("POST", "/api/query", { body: search })).body.results.events.objects;
    await until(async () => (await found()).length > 0, "the line of the file");
    child.kill();
    await ended(child);
  });

  test("when pages are YAML or JSON, then these are well formed", () => {
    for (const name of ["vector", "opentelemetry", "kubernetes"]) expect(parse(textOf(name))).toBeInstanceOf(Object);
    expect(JSON.parse(textOf("docker"))["log-driver"]).toBe("fluentd");
    expect(parse(textOf("filebeat"))["output.elasticsearch"].hosts).toEqual([service.url]);
  });

  test("when the list is asked for, then it has every page, with the ports that are open", async () => {
    const usual = howPagesFor();
    expect(pages.map(({ name }) => name)).toEqual(usual.map(({ name }) => name));
    const page = (name: string, among: readonly HowPage[]) => among.find((one) => one.name === name)!;
    expect(page("rsyslog", pages).text).toContain(`port="${service.ports["syslog-tcp"]}"`);
    expect([page("rsyslog", pages).needs, page("python", pages).needs]).toEqual(["", "the package graypy"]);
    expect(page("rsyslog", usual).needs).toBe("vigie serve --host 0.0.0.0 --syslog-tcp 514");
    // Of a port that is not open.
    expect(page("fluentd", pages)).toEqual(page("fluentd", usual));
    expect(JSON.stringify([pages, usual])).not.toContain("{LISTENER}");
  });

  test("when vigie how is asked with a token, then it prints the port that is open", async () => {
    const asked = (key: string) => runVigie(["how", "rsyslog", "--url", service.url, "--token", key]);
    const mine = (await service.call("POST", "/api/authtokens", { body: {} })).body.secret_key;
    expect((await asked(mine)).out).toContain(textOf("rsyslog"));
    // A token that may only send reads nothing: the port is the usual one.
    expect((await asked(token)).out).toContain('port="514"');
  });
});

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => child.on("close", resolve));
}
