import { BadEvent } from "../../event/bad-event.ts";
import { eventValuesMax, labelsBytesMax } from "../../limits.ts";

/**
 * The labels of a stream as Loki writes them, `{app="shop", host="web-1"}`: name, value, name, value …; undefined when
 * the text is no such list. Values have the escapes of Go.
 */
export function parseLabels(text: string): string[] | BadEvent | undefined {
  const open = /^\s*\{/.exec(text);
  if (open === null) return undefined;
  const pairs: string[] = [];
  let at = open[0].length;
  for (;;) {
    label.lastIndex = at;
    const found = label.exec(text);
    if (found === null) break;
    const value = unquote(found[2]!);
    if (value === undefined) return undefined;
    if (pairs.length === 2 * eventValuesMax) return excessiveLabels;
    pairs.push(found[1]!, value);
    at = label.lastIndex;
  }
  close.lastIndex = at;
  return close.test(text) ? pairs : undefined;
}

/** Why no entry of a stream with such labels can be taken. */
export const excessiveLabels = new BadEvent(
  `The stream has more than ${eventValuesMax} labels, or more than ${labelsBytesMax / 1024 / 1024} MiB of them.`,
);

const label = /\s*([^\s"={},]+)\s*=\s*("[^"\\]*(?:\\.[^"\\]*)*"|`[^`]*`)\s*,?/sy;
const close = /\s*\}\s*$/y;

function unquote(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  if (quoted[0] === "`" || !inner.includes("\\")) return inner;
  let isBroken = false;
  const plain = inner.replace(escaped, (_, letter: string) => {
    if (letter.length === 1) {
      if (letters[letter] === undefined) isBroken = true;
      return letters[letter] ?? "";
    }
    const isOctal = /^[0-7]/.test(letter);
    const code = Number.parseInt(isOctal ? letter : letter.slice(1), isOctal ? 8 : 16);
    if (code > 0x10ffff) isBroken = true;
    return code > 0x10ffff ? "" : String.fromCodePoint(code);
  });
  return isBroken ? undefined : plain;
}

const escaped = /\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3}|.)/gs;
const letters: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\", '"': '"', "'": "'" },
};
