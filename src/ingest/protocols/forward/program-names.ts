/** Whether bytes[start .. end) is a name under which records have their program. */
export function isProgramName(bytes: Uint8Array, start: number, end: number): boolean {
  if (firstBytes[bytes[start]!] === 0) return false;
  for (let i = 0; i < programNames.length; i++) if (isSame(programNames[i]!, bytes, start, end)) return true;
  return false;
}

/** `ident` means a program, but is no name that other protocols give one. */
export function isIdent(bytes: Uint8Array, start: number, end: number): boolean {
  return isSame(ident, bytes, start, end);
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false;
  return true;
}

const ident = Buffer.from("ident");
const programNames = [
  ident,
  ...["program", "app", "service", "service.name", "logger"].map((name) => Buffer.from(name)),
];

/** By byte, 1 where one of them begins with it. */
const firstBytes = new Uint8Array(256);
for (const name of programNames) firstBytes[name[0]!] = 1;
