/** Stands after each text; no UTF-8 text contains it. */
export const textEnd = 0xff;

/** Writes a text as UTF-8 to `at`; returns its length in bytes. Broken UTF-16 becomes U+FFFD. */
export function writeText(target: Buffer, value: string, at: number): number {
  const { length } = value;
  // Beyond this length the system's own encoder is as quick as the loop.
  if (length > 24) return target.write(value, at, "utf8");
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    if (code > 0x7f) return target.write(value, at, "utf8");
    target[at + i] = code;
  }
  return length;
}
