import { isBlank, isDigit } from "../../../time-text/scan.ts";
import type { JsonLine, LineContext, LineFields } from "../line-fields.ts";
import { readPostgres } from "../programs/postgres.ts";

/**
 * PostgreSQL cuts a message for syslog at its line ends, and words of long lines apart. `[5-2] STATEMENT:  select 1` is
 * the second part of its fifth message. See `write_syslog` of its error reporting.
 */
export interface NumberedPart {
  /** Number of the message among those of its process. */
  message: string;
  /** From 1. */
  number: number;
  text: string;
}

/** Undefined: the line is no part of several. */
export function readNumberedPart(fields: LineFields | JsonLine): NumberedPart | undefined {
  if (fields.format !== "syslog" || fields.program?.startsWith("postgres") !== true) return undefined;
  const found = numberPattern.exec(fields.message);
  if (found === null) return undefined;
  const [whole, message, number] = found as unknown as [string, string, string];
  return { message, number: Number(number), text: fields.message.slice(whole.length) };
}

/**
 * A further part as a line of the whole message, without the time and process that each part repeats, as files have it.
 */
export function lineOfPart({ text }: NumberedPart, context: LineContext): string {
  // rsyslog writes a tab so.
  if (text.startsWith("#011")) return `\t${text.slice(4)}`;
  return readPostgres(text, context)?.message ?? text;
}

const numberPattern = /^\[(\d{1,20})-(\d{1,6})\] /;

/** Whether the line bytes[start .. end) can be a further part; called for each line of a connection. */
export function mayBeFurtherPart(bytes: Uint8Array, start: number, end: number): boolean {
  const program = startOfProgram(bytes, start);
  for (let i = 0; i < postgres.length; i++) if (bytes[program + i] !== postgres[i]) return false;
  const head = bytes.subarray(program, Math.min(end, program + headBytesMax));
  return furtherPattern.test(Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1"));
}

/** After priority, time and host. Looks no further into a line of syslog than that. */
function startOfProgram(bytes: Uint8Array, start: number): number {
  let at = start;
  if (bytes[at] === lessThan) {
    const last = at + 4;
    do at++;
    while (at < last && bytes[at] !== greaterThan);
    at++;
    // `1 ` of RFC 5424.
    if (bytes[at + 1] === blank) at += 2;
  }
  at = isDigit(bytes[at]!) ? endOfWord(bytes, at + isoTimeBytesMin) : at + monthTimeBytes;
  return isBlank(bytes[at]!) ? endOfWord(bytes, at + 1) + 1 : at;
}

function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at]! > blank) at++;
  return at;
}

const postgres = Buffer.from("postgres");
/** `postgres[812]: [5-2] `, and with the columns of RFC 5424. */
const furtherPattern = /^postgres[^\n]{0,100}? \[\d{1,20}-(?!1\])\d{1,6}\] /;
const headBytesMax = 160;
/** `2026-11-21T09:00:00` */
const isoTimeBytesMin = 19;
/** `Nov 21 09:00:00` */
const monthTimeBytes = 15;
const blank = 0x20;
const lessThan = 0x3c;
const greaterThan = 0x3e;
