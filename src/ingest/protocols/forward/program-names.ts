import { equalBytes } from "../../../eventstore/format/equal-bytes.ts";

/** Whether bytes[start .. end) is a name under which records have their program. */
export function isProgramName(bytes: Uint8Array, start: number, end: number): boolean {
  if (firstBytes[bytes[start]!] === 0) return false;
  for (let i = 0; i < programNames.length; i++) if (equalBytes(programNames[i]!, bytes, start, end)) return true;
  return false;
}

/** `ident` means a program, but is no name that other protocols give one. */
export function isIdent(bytes: Uint8Array, start: number, end: number): boolean {
  return equalBytes(ident, bytes, start, end);
}

const ident = Buffer.from("ident");
const programNames = [
  ident,
  ...["program", "app", "service", "service.name", "logger"].map((name) => Buffer.from(name)),
];

/** By byte, 1 where one of them begins with it. */
const firstBytes = new Uint8Array(256);
for (const name of programNames) firstBytes[name[0]!] = 1;
