import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type App, openApp } from "../../app.ts";
import { defaultSettings } from "../../config/settings.ts";
import { createLog } from "../../lib/log.ts";
import { embeddedRoot } from "../../runtime/worker-entry.ts";
import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import { connect } from "../connection.ts";
import { unpackSamples } from "../demo/samples.ts";
import { createClient } from "../http-client.ts";
import { emptyTotals, importFiles } from "../import/import-files.ts";
import { openServiceDestination } from "../import/service-destination.ts";
import { summarise } from "../import/summary.ts";
import { createPaint } from "../output.ts";
import { createProgress } from "../progress.ts";
import { runCommandLine } from "../run-command-line.ts";
import { untilStopSignal } from "../stop-signal.ts";
import { queryCommand } from "./query.ts";

export const demoCommand = defineVigieCommand({
  meta: {
    name: "demo",
    description: "Start a service that forgets, fill it with real logs and ask it three questions",
  },
  args: {
    once: { type: "boolean", description: "End after the answers (always so when stdout is no terminal)" },
    keep: {
      type: "string",
      valueHint: "DIR",
      description: "Keep everything in this new folder: the logs in DIR/logs, the service's files in DIR/data",
    },
    port: { type: "string", valueHint: "PORT", description: "Port to listen on (a free one)" },
  },
  notes: [
    "The logs were written by real programs: sshd, nginx, Apache, PostgreSQL, Prometheus and others. They keep their true times. Everything is in a temporary folder and gone at the end, unless --keep names one.",
  ],
  examples: [
    ["vigie demo", "then look around, until Ctrl-C"],
    ["vigie demo --keep tour", "logs to try everything with; go on with vigie serve --data tour/data"],
  ],
  async run({ args }) {
    process.umask(0o077);
    const log = createLog("warn");
    const folder = args.keep === undefined ? undefined : newFolder(args.keep);
    const kept = folder === undefined ? { ephemeral: true } : { data: join(folder, "data") };
    const settings = { ...defaultSettings, ...kept, port: readPort(args.port), logLevel: "warn" as const };
    const stop = untilStopSignal(log);
    const app = await openApp(settings, log);
    try {
      const shown = show(app, process.stdout.isTTY === true && args.once !== true, folder);
      await Promise.race([shown.then((stays) => (stays ? stop : undefined)), stop]);
    } finally {
      await app.close();
    }
    if (folder !== undefined) process.stdout.write(`\n${whatIsKept(args.keep!)}\n`);
    return 0;
  },
});

function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new CommandError(`--port: expected a number from 0 to 65535, got "${text}".`, 2);
  return Number(text);
}

/** Files of others are not mixed with these. */
function newFolder(path: string): string {
  const folder = resolve(path);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw usageError(`--keep: expected a folder that is new or empty, got "${path}".`);
  mkdirSync(join(folder, "logs"), { recursive: true });
  return folder;
}

function whatIsKept(folder: string): string {
  return `Kept: the logs in ${folder}/logs, the service's files in ${folder}/data. It goes on, with the same password, with\n  ${programName()} serve --data ${quote(`${folder}/data`)}`;
}

/** Returns `stays`: whether the service is to go on. */
async function show(app: App, stays: boolean, folder: string | undefined): Promise<boolean> {
  const paint = createPaint(process.stdout);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(
    `The service runs at ${paint("bold", app.url)}, user admin, password ${paint("bold", app.firstPassword ?? "")}\n`,
  );
  const token = await createDemoToken(app);
  await importSamples(app.url, token, folder);
  for (const { title, options } of demoQuestions) {
    say(`\n${paint("bold", title)}`);
    say(paint("dim", `$ ${programName()} query ${options.map(quote).join(" ")} --url ${app.url} --token ${token}`));
    const exitCode = await runCommandLine(queryCommand, [...options, "--url", app.url, "--token", token]);
    if (exitCode !== 0) throw new CommandError("A question was not answered.", exitCode);
  }
  if (stays)
    say(
      `\nIt goes on until you press Ctrl-C. Ask it your own questions, or send it your logs with "${programName()} import".`,
    );
  return stays;
}

async function createDemoToken({ url, firstPassword }: App): Promise<string> {
  const session = await connect({ url, username: "admin" }, { VIGIE_PASSWORD: firstPassword });
  const json = { token_type: "USER", description: "demo" };
  const token = await session.send<{ secret_key: string }>({ method: "POST", path: "/api/authtokens", json });
  return token.secret_key;
}

/** By the same path as `vigie import`. `kept`: the folder that keeps the files. */
async function importSamples(url: string, token: string, kept: string | undefined): Promise<void> {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), "vigie-samples-")) : join(kept, "logs");
  const progress = createProgress("Importing");
  const totals = emptyTotals();
  const started = performance.now();
  try {
    const destination = await openServiceDestination(
      createClient({ url, credentials: { authorization: `Token ${token}` } }),
    );
    for (const { path, host, year } of await unpackSamples(folder)) {
      const options = { host, program: undefined, tags: [], oneLine: false, line: { timezone: "UTC", year } };
      await importFiles([path], options, destination, totals, ({ lines }) => progress.update(0, 0, `${lines} lines`));
    }
  } finally {
    progress.end();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  if (totals.refused > 0 || totals.failures.length > 0) throw new CommandError(summarise(totals, 0, (_, text) => text));
  process.stdout.write(summarise(totals, (performance.now() - started) / 1000, createPaint(process.stdout)));
}

/** The command by which the reader can call it: the executable, or the source through npm. */
function programName(): string {
  return embeddedRoot(import.meta.dirname) === undefined ? "npx -y bun@1.4.5 src/main.ts" : "vigie";
}

function quote(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word}'`;
}

/** Questions for a newcomer; `options` are those of `vigie query`. */
export interface DemoQuestion {
  title: string;
  options: string[];
}

export const demoQuestions: readonly DemoQuestion[] = [
  { title: "Where do people, and others, fail to log in?", options: ['"Failed password"', "--all", "--top", "host"] },
  { title: "Which pages answer with a server error?", options: ["code>=500", "--all", "--top", "path"] },
  { title: "Which programs report errors?", options: ["severity<=3", "--all", "--top", "program"] },
];
