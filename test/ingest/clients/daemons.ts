import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A log daemon of Debian that is run with a configuration of a test. */
export interface Daemon {
  /** Whether a module is there beside it, such as `omelasticsearch`. */
  has(module: string): boolean;
  /** Runs it with this configuration and its own files in `folder`, until it is killed. */
  start(folder: string, config: readonly string[]): ChildProcess;
}

const libraries = "/usr/lib/x86_64-linux-gnu";
let started = 0;

/** Two log daemons cannot be installed beside each other, but one can be unpacked below /opt (`.ci/run`). */
const rsyslogRoot = ["", "/opt/rsyslog"].find((root) => existsSync(`${root}/usr/sbin/rsyslogd`));

export const rsyslog: Daemon | undefined =
  rsyslogRoot === undefined
    ? undefined
    : {
        has: (module) => existsSync(`${rsyslogRoot}${libraries}/rsyslog/${module}.so`),
        start(folder, config) {
          const name = `rsyslog-${process.pid}-${started++}`;
          const file = writeConfig(folder, name, [`global(workDirectory="${folder}")`, ...config]);
          const modules = rsyslogRoot === "" ? [] : ["-M", `${rsyslogRoot}${libraries}/rsyslog`];
          const flags = ["-n", "-f", file, "-i", join(folder, `${name}.pid`), ...modules];
          return spawn(`${rsyslogRoot}/usr/sbin/rsyslogd`, flags, { stdio: "ignore" });
        },
      };

/** With the libraries that were unpacked beside it. */
function syslogNgEnvironment(root: string): NodeJS.ProcessEnv {
  const paths = [libraries, libraries.slice(4), "/usr/lib/syslog-ng"].map((path) => root + path);
  return { ...process.env, ...(root !== "" && { LD_LIBRARY_PATH: paths.join(":") }) };
}

/** One that lacks a library ends at once. */
const syslogNgRoot = ["", "/opt/syslog-ng"].find(
  (root) =>
    spawnSync(`${root}/usr/sbin/syslog-ng`, ["--version"], { env: syslogNgEnvironment(root), stdio: "ignore" })
      .status === 0,
);

export const syslogNg: Daemon | undefined =
  syslogNgRoot === undefined
    ? undefined
    : {
        has: (module) => existsSync(`${syslogNgRoot}/usr/lib/syslog-ng/3.38/lib${module}.so`),
        start(folder, config) {
          const name = `syslog-ng-${process.pid}-${started++}`;
          const scl = `${syslogNgRoot}/usr/share/syslog-ng/include/scl/elasticsearch/elastic-http.conf`;
          const head = ["@version: 3.38", ...(existsSync(scl) ? [`@include "${scl}"`] : [])];
          const file = writeConfig(folder, name, [...head, ...config]);
          const own = (ending: string) => join(folder, `${name}.${ending}`);
          const modules = `${syslogNgRoot}/usr/lib/syslog-ng/3.38`;
          const places = ["--persist-file", own("persist"), "--control", own("control"), "--pidfile", own("pid")];
          const flags = ["-F", "-f", file, "--no-caps", ...places, "--module-path", modules];
          const env = syslogNgEnvironment(syslogNgRoot);
          return spawn(`${syslogNgRoot}/usr/sbin/syslog-ng`, flags, { stdio: "ignore", env });
        },
      };

for (const [name, daemon] of Object.entries({ rsyslog, "syslog-ng": syslogNg }))
  if (daemon === undefined) console.warn(`Skipped: events of ${name}, which is not there.`);

function writeConfig(folder: string, name: string, lines: readonly string[]): string {
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}
