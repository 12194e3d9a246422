/** Whether bytes[start .. end) are the known ones. Names are short, so a loop is faster than a call into the system. */
export function equalBytes(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
