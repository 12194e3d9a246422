import { messageOf } from "../../lib/errors.ts";
import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import type { Destination } from "../import/destination.ts";
import { describeFirstLines } from "../import/dry-run.ts";
import { emptyTotals, type ImportOptions, type ImportTotals, importFiles } from "../import/import-files.ts";
import { openLogFile } from "../import/open-log-file.ts";
import { lineArguments, readOptions, repeated } from "../import/read-options.ts";
import { openServiceDestination } from "../import/service-destination.ts";
import { summarise } from "../import/summary.ts";
import { countOf, createPaint } from "../output.ts";
import { createProgress } from "../progress.ts";

export const importCommand = defineVigieCommand({
  meta: { name: "import", description: "Send log files to a service, or put them into a data folder" },
  usage: "FILE... | -",
  positionalsMax: Number.POSITIVE_INFINITY,
  args: {
    file: { type: "positional", required: false, description: "Log files, plain, gzip or zstd; - is stdin" },
    ...connectionArguments,
    data: {
      type: "string",
      valueHint: "DIR",
      description: "Write straight into this data folder, which no service may hold",
    },
    ...lineArguments,
    "dry-run": { type: "boolean", description: "Show how the first lines are understood; send nothing" },
  },
  notes: [
    "Recognised line by line: syslog (RFC 3164, RFC 5424, and as rsyslog, journalctl and macOS write it), nginx and Apache access and error logs, JSON lines, logfmt, PostgreSQL, MySQL, Redis, Squid, BIND, PHP, Nagios, Samba, Linux audit, Cisco, dmesg, Android's logcat, klog, what loggers of Java, Python, Go, Ruby, Rust, Node and .NET write, CSV with a header line, W3C logs (IIS), Zeek, and lines that begin with a time. Where times stand otherwise, the first thousand lines show how, which the end tells; --time-format and --pattern say it.",
    "Lines that go on with the one before are one event with it: stack traces, what is indented, PostgreSQL's DETAIL and STATEMENT; in files whose events begin with a time each line without one. A line that tells no time gets that of the event before it; the end says how many had none, and what to do.",
    "Events are stored when this says so. After 429, 503 or a broken connection a batch is sent again, and stored once. Messages are cut at 64 KiB, blank lines are skipped.",
    "Parser rules apply to imported events, with --data those of that folder. Only a service checks triggers: with --data none fires.",
    "Exit code: 0 everything was stored, 1 something was not (a file that cannot be read or is no text, an event that was refused; the summary says which), 2 wrong arguments, 130 interrupted.",
  ],
  examples: [
    ["vigie import /var/log/syslog /var/log/syslog.*.gz --token KEY", "into the service on this machine"],
    ["VIGIE_TOKEN=KEY vigie import access.log --url https://logs.example.org --host web-1", "into another one"],
    ["journalctl -o short-iso -f | vigie import - --token KEY", "as it comes; what came goes out every second"],
    ["vigie import old.log.zst --data /var/lib/vigie --zone Europe/Berlin", "without a service"],
    ["vigie import app.log --dry-run", "to see first what becomes of the lines"],
    ['vigie import app.log --time-format "%d.%m.%Y %H:%M:%S" --tag stage=test', "times that nobody else writes so"],
  ],
  async run({ args, rawArgs }) {
    const paths = args._;
    if (paths.length === 0) throw usageError("Nothing to import: name files, or - for stdin.");
    const options = readOptions(args, repeated(rawArgs, "--tag"));
    if (args["dry-run"]) return dryRun(paths, options);
    const hasFolder = args.data !== undefined;
    if (hasFolder && (args.url !== undefined || args.token !== undefined))
      throw usageError("--data goes without --url and --token.");
    const progress = createProgress("Importing");
    const destination = hasFolder ? await openFolder(args.data!) : await openService(args, progress);
    return runImport(paths, options, destination, progress);
  },
});

async function dryRun(paths: readonly string[], options: ImportOptions): Promise<number> {
  for (const path of paths) process.stdout.write(await describeFirstLines(path, options));
  return 0;
}

type Progress = ReturnType<typeof createProgress>;

async function openService(args: { url?: string; token?: string }, progress: Progress): Promise<Destination> {
  const onWait = (reason: string, waitMs: number) => {
    progress.end();
    process.stderr.write(`${reason} Trying again in ${(waitMs / 1000).toFixed(1)} s.\n`);
  };
  return openServiceDestination(await connect({ url: args.url, token: args.token, onWait }));
}

/** Loaded on demand: sending to a service does not need the store. */
async function openFolder(folder: string): Promise<Destination> {
  const { openFolderDestination } = await import("../import/folder-destination.ts");
  return openFolderDestination(folder);
}

async function runImport(
  paths: readonly string[],
  options: ImportOptions,
  destination: Destination,
  progress: Progress,
): Promise<number> {
  const totals = emptyTotals();
  const totalBytes = sizeOf(paths);
  const started = performance.now();
  const interrupt = new AbortController();
  // Once: a second Ctrl-C ends at once.
  process.once("SIGINT", () => interrupt.abort());
  let failure: unknown;
  try {
    const report = ({ lines, accepted }: ImportTotals, readBytes: number) =>
      progress.update(readBytes, totalBytes, `${countOf(lines, "line")} read, ${countOf(accepted, "event")} stored`);
    await importFiles(paths, options, destination, totals, report, interrupt.signal);
  } catch (error) {
    failure = error;
  } finally {
    progress.end();
    await destination.close();
  }
  process.stdout.write(summarise(totals, (performance.now() - started) / 1000, createPaint(process.stdout)));
  if (failure !== undefined) {
    const message = `The import ended early: ${messageOf(failure)}\nEverything that the lines above call stored is stored; the batch on its way may or may not be.`;
    throw new CommandError(message, failure instanceof CommandError ? failure.exitCode : 1, { cause: failure });
  }
  if (interrupt.signal.aborted) {
    process.stderr.write("Interrupted: what was read is stored, the rest is not.\n");
    return 130;
  }
  return totals.failures.length > 0 || totals.refused > 0 ? 1 : 0;
}

/** 0 (unknown) when stdin is among them; unreadable files count nothing here and are reported in turn. */
function sizeOf(paths: readonly string[]): number {
  if (paths.includes("-")) return 0;
  return paths.reduce((sum, path) => {
    try {
      return sum + openLogFile(path).sizeBytes;
    } catch {
      return sum;
    }
  }, 0);
}
