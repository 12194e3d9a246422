import { isBlank } from "../../../time-text/scan.ts";

/**
 * Recognises the stack traces of runtimes; most of their lines do not say where they belong. Indented lines need no
 * check.
 */

/** `/app/server.js:12`, where Node ended; the next line is the source. */
const nodePlace = /^(?:file:\/\/)?(?:\/|[A-Z]:[\\/]|node:)[^:*?"<>|]{1,300}:\d{1,7}$/;

/** Everything after this line belongs to the report: Rust's reason, Node's line of source. */
export function announcesLine(kind: TraceKind, line: string): boolean {
  if (kind === "rust") return /panicked at [^ ]{1,300}:\d+:\d+:$/.test(line);
  return kind === "node" && nodePlace.test(line);
}

/** `}`, `]`, `"`: ends output over several lines, such as an object in one of Node's errors. */
export function isClosing(line: string): boolean {
  return /^(?:[}\])]{1,8}[,;]?|")$/.test(line);
}

/** Begins a report of its own, unless the event before it is about the same: the program's last words. */
const starters: readonly { pattern: RegExp; kind: TraceKind; severity: number }[] = [
  { pattern: /^Traceback \(most recent call last\):$/, kind: "python", severity: 3 },
  { pattern: /^(?:panic: |fatal error: |SIG[A-Z]{3,6}: |goroutine \d+ \[)/, kind: "go", severity: 2 },
  { pattern: /^Exception in thread "/, kind: "java", severity: 3 },
  { pattern: /^Unhandled exception[.:] /i, kind: "net", severity: 3 },
  { pattern: nodePlace, kind: "node", severity: 3 },
  { pattern: /^[\w./-]{1,300}\.rb:\d{1,7}:in [`'].{1,300} \([A-Z][\w:]*\)$/, kind: "ruby", severity: 3 },
  { pattern: /^thread '[^']{1,200}' panicked at /, kind: "rust", severity: 2 },
];

export type TraceKind = "python" | "pydantic" | "go" | "java" | "net" | "node" | "ruby" | "rust";

/** A line that begins such a report, and its severity. */
export function readTraceStart(line: string): { kind: TraceKind; severity: number } | undefined {
  return starters.find(({ pattern }) => pattern.test(line));
}

/**
 * A line that is part of a report whatever precedes it: a cause, an exception with its text, a frame that is not
 * indented.
 */
export function isTraceLine(line: string): boolean {
  return line.length <= traceCharactersMax ? partPattern.test(line) : exceptionPattern.test(line.slice(0, 300));
}

const traceCharactersMax = 2_000;

/** A name with dots, or one longer than "Error", which alone begins sentences. */
const exceptionName = String.raw`(?:(?:[A-Za-z_$][\w$]*(?:\.|::))+(?:[A-Z][\w$]*)?|[A-Z][\w$]+)(?:Exception|Error|Throwable|Fault|Failure)`;
const exceptionPattern = new RegExp(`^${exceptionName}(?:: | \\(|:?$)`);
const partPattern = new RegExp(
  [
    exceptionPattern.source,
    "^(?:Caused by|Suppressed): ",
    String.raw`^\.\.\. \d+ (?:more|common frames omitted)$`,
    String.raw`^at [\w.$<>/@]+\(`,
    "^During handling of the above exception, another exception occurred:$",
    "^The above exception was the direct cause of the following exception:$",
    "^---> ",
    "^--- End of (?:inner exception )?stack trace",
    String.raw`^[\w./-]+\.rb:\d+:in [\`']`,
    String.raw`^(?:created by |exit status \d+$|\[signal |goroutine \d+ \[)`,
    String.raw`^Node\.js v\d`,
    "^(?:stack backtrace:|note: run with .RUST_BACKTRACE)",
    String.raw`^Stack trace:$|^#\d{1,4} (?:\{main\}$|\[internal function\]: |\S.{0,500}\(\d+\): )`,
    String.raw`^Next [\w\\]*(?:Exception|Error): `,
    // What psycopg2 and SQLAlchemy say behind the name of an error.
    String.raw`^(?:DETAIL|HINT|CONTEXT): {2}|^LINE \d{1,6}: |^\[(?:SQL|parameters): |^\(Background on this error at: `,
    // PHP-FPM's slow log.
    String.raw`^script_filename = |^\[0x[0-9a-f]{8,16}\] `,
  ].join("|"),
);

/** Lines inside a report of this kind that no other rule recognises. */
export function goesOn(kind: TraceKind, line: string): boolean {
  return insidePatterns[kind]?.test(line) ?? false;
}

/**
 * The last line of a report of this kind: Python's frames are indented, and the first line that is not names the error.
 */
export function isTraceEnd(kind: TraceKind, line: string): boolean {
  return kind === "python" ? !isBlank(line.charCodeAt(0)) : kind === "node" && line.startsWith("Node.js v");
}

/** What a report of this kind is behind its last line: Pydantic lists fields, and below each what is wrong with it. */
export function kindBehindEnd(line: string): TraceKind | undefined {
  return /: \d{1,6} validation errors? for /.test(line.slice(0, 300)) ? "pydantic" : undefined;
}

const insidePatterns: Partial<Record<TraceKind, RegExp>> = {
  go: /^(?:[\w./*()-]+\(.*\)$|created by |exit status |\[|main\.|runtime\.|r[a-z0-9]{1,5} +0x|e?flags +0x|[cfg]s +0x)/,
  node: /^(?:[A-Z]\w*(?: \[\w+\])?: |\}|\{|Thrown at:)/,
  pydantic: /^[\w.[\]()-]{1,200}$/,
  rust: /^(?:stack backtrace:|note: |[a-z].* panicked)/,
};
