import type { App } from "../../app.ts";
import { readSettings } from "../../config/read-settings.ts";
import type { Settings } from "../../config/settings.ts";
import { startIntakeWorker } from "../../ingest/thread/intake-worker.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog, type Logger } from "../../lib/log.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";
import type { StopTime } from "../../lib/stop/stop-time.ts";
import { version } from "../../lib/version.ts";
import { collectAfterStart } from "../../runtime/collect-after-start.ts";
import { memoryBudget } from "../../runtime/memory-budget.ts";
import { restartWithHeapLimit } from "../../runtime/restart-with-heap-limit.ts";
import { defineVigieCommand } from "../command.ts";
import { removeReadyFile, removeStaleReadyFile, writeReadyFile } from "../ready-file.ts";
import { secretSettings, settingArguments, settingFlags } from "../setting-arguments.ts";
import { untilStopSignal } from "../stop-signal.ts";

export const serveCommand = defineVigieCommand({
  meta: { name: "serve", description: "Run the service" },
  args: {
    config: {
      type: "string",
      valueHint: "FILE",
      description: "Settings file, YAML or JSON, with the names below without dashes in front [VIGIE_CONFIG]",
    },
    ...settingArguments(),
  },
  notes: [
    "In brackets: the name in the environment, and the default where there is one. A flag wins over the environment, the environment over the settings file, the file over the default.",
    ...secretSettings().map(({ env, flag, meaning }) => `Not as a flag: ${env} or "${flag}" in the file: ${meaning}.`),
  ],
  examples: [
    ["vigie serve", "on this machine only, files in ./data"],
    ["vigie serve --host 0.0.0.0 --port 80 --data /var/lib/vigie", "for the whole network"],
    ["vigie serve --ephemeral --port 0", "to try it out: nothing is kept"],
  ],
  run: ({ args }) => serve(args as Record<string, unknown>),
});

/** Runs until a signal; gives the exit code. */
async function serve(args: Record<string, unknown>): Promise<number> {
  // Before the first file is created: every file of ours is for our own user only.
  process.umask(0o077);
  const file = typeof args.config === "string" ? args.config : process.env.VIGIE_CONFIG;
  const settings = readSettings({ flags: settingFlags(args), env: process.env, file });
  // Before anything is loaded or opened: this may restart the process.
  restartWithHeapLimit(memoryBudget(settings.memoryMb, settings.queryThreads).heapBytes);
  const log = createLog(settings.logLevel);
  logUnexpected(log);
  await removeStaleReadyFile(settings.readyFile);
  // Before readiness is announced: a signal may follow at once.
  const stop = untilStopSignal(log);
  const intakeWorker = startIntakeWorker();
  const { openApp } = await import("../../app.ts");
  const app = await openApp(settings, log, systemClock, intakeWorker);
  let time: StopTime | undefined;
  try {
    announce(app, settings, log);
    collectAfterStart();
    const end = await Promise.race([stop, app.fatal]);
    if (end instanceof Error) throw new StartError(`The service cannot go on: ${end.message}`);
    time = end;
  } finally {
    removeReadyFile(settings.readyFile);
    await app.close(time);
  }
  log.info("stopped");
  return ExitCode.ok;
}

/**
 * An unhandled rejection or error concerns one piece of work, such as a timer of one query. Code that cannot go on
 * reports it through `App.fatal`; no request may be able to end the process.
 */
function logUnexpected(log: Logger): void {
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  process.on("uncaughtException", (error) => log.error({ err: error }, "uncaught exception"));
}

function announce({ url, ports, dataFolder, firstPassword }: App, { readyFile }: Settings, log: Logger): void {
  const lines = [`vigie ${version} is ready at ${url}`, `data folder: ${dataFolder}`];
  for (const [protocol, port] of Object.entries(ports)) lines.push(`${protocol}: port ${port}`);
  if (firstPassword !== undefined)
    lines.push(`first user: admin, password: ${firstPassword} (shown only now; change it after the first login)`);
  process.stdout.write(`${lines.join("\n")}\n`);
  log.info({ url, ports, dataFolder, version }, "ready");
  writeReadyFile(readyFile, url, ports);
}
