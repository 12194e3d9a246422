import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

/** An entry on its way; once it is stored, the whole journal up to it is. */
export interface JournalEntry {
  json: string;
  cursor: string;
}

/**
 * Follows the journal of this machine through `journalctl`, which is restarted when it ends; or reads it once, to its
 * end. Reading pauses while many entries wait.
 */
export class JournalReader {
  #child: ChildProcess | undefined;
  #ready: JournalEntry[] = [];
  #cursor: string | undefined;
  #isClosed = false;
  #hasEnded = false;
  /** journalctl could not be run, or said that it failed. */
  hasFailed = false;
  readonly #tell: (text: string) => void;
  readonly #follows: boolean;
  readonly #command: readonly string[];

  /** `cursor`: of the last stored entry; undefined: read everything. `follows`: do not stop at its end. */
  constructor(
    cursor: string | undefined,
    tell: (text: string) => void,
    follows = true,
    command: readonly string[] = ["journalctl"],
  ) {
    this.#cursor = cursor;
    this.#tell = tell;
    this.#follows = follows;
    this.#command = command;
    this.#begin();
  }

  /** Everything that was there is given out. */
  get isAtEnd(): boolean {
    return this.#hasEnded && this.#ready.length === 0;
  }

  take(): JournalEntry[] {
    const entries = this.#ready.splice(0);
    this.#child?.stdout?.resume();
    return entries;
  }

  close(): void {
    this.#isClosed = true;
    this.#child?.kill();
  }

  #begin(): void {
    const [program = "", ...leading] = this.#command;
    const from = this.#cursor === undefined ? ["--no-tail"] : [`--after-cursor=${this.#cursor}`, "--no-tail"];
    const following = this.#follows ? ["-f"] : [];
    const child = spawn(program, [...leading, "-o", "json", "--all", ...following, ...from], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    const lines = createInterface({ input: child.stdout! });
    lines.on("line", (line) => {
      const entry = readEntry(line);
      if (entry === undefined) return;
      this.#ready.push(entry);
      this.#cursor = entry.cursor;
      if (this.#ready.length >= waitingMax) child.stdout!.pause();
    });
    child.on("error", (error) => {
      this.#tell(`journalctl cannot be run: ${error.message}.`);
      this.#end(true);
    });
    child.on("close", (code) => {
      if (!this.#follows) this.#end(code !== 0);
      else if (!this.#isClosed) setTimeout(() => this.#isClosed || this.#begin(), againMs).unref();
    });
  }

  #end(hasFailed: boolean): void {
    this.hasFailed ||= hasFailed;
    this.#hasEnded = !this.#follows;
    if (this.isAtEnd && !this.hasFailed && this.#cursor === undefined)
      this.#tell("The journal has no entry that this user may read.");
  }
}

/** Entries that wait to be sent. */
const waitingMax = 20_000;

/** From the end of journalctl to its restart. */
const againMs = 5_000;

/** Undefined: a line without a message. */
function readEntry(line: string): JournalEntry | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const text = (name: string) => textOf(entry[name]);
  const cursor = text("__CURSOR");
  const message = text("MESSAGE");
  if (cursor === "" || message === "") return undefined;
  const tags: Record<string, string> = {};
  for (const name of Object.keys(entry))
    if (!ownFields.has(name) && !name.startsWith("__")) tags[name.replace(/^_+/, "").toLowerCase()] = text(name);
  const json = JSON.stringify({
    ts: Number(text("_SOURCE_REALTIME_TIMESTAMP") || text("__REALTIME_TIMESTAMP")) / 1e6 || null,
    host: text("_HOSTNAME") || undefined,
    program: text("SYSLOG_IDENTIFIER") || text("_COMM"),
    severity: numberWithin(text("PRIORITY"), 7),
    facility: numberWithin(text("SYSLOG_FACILITY"), 23),
    message,
    user_tags: tags,
    // Positions in a stream would be known for longer, but a journal that is opened late brings lower ones behind
    // higher ones: these would be taken for known, and lost.
    event_id: createHash("sha256").update(cursor).digest("hex").slice(0, 40),
  });
  return { json, cursor };
}

const ownFields = new Set([
  ...["MESSAGE", "PRIORITY", "SYSLOG_FACILITY", "SYSLOG_IDENTIFIER", "_HOSTNAME", "_SOURCE_REALTIME_TIMESTAMP"],
  ...["_SOURCE_MONOTONIC_TIMESTAMP", "SYSLOG_TIMESTAMP", "_BOOT_ID", "_MACHINE_ID", "_CAP_EFFECTIVE", "SYSLOG_RAW"],
]);

/** Bytes that are no text come as numbers; a field that an entry has several times, as a list of texts. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  if (value.every((item) => typeof item === "number")) return Buffer.from(value).toString("utf8");
  return value.map(textOf).join("\n");
}

function numberWithin(text: string, max: number): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}
