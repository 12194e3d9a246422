/**
 * The line without a program's colours for terminals (`ESC[31mERROR ESC[0m`), which stand between time, level and
 * logger. Other escape sequences stay.
 */
export function withoutColours(line: string): string {
  return line.includes(begin) ? line.replace(colours, "") : line;
}

const begin = "\u001b[";
const colours = /\u001b\[[\d;:]{0,32}m/g;
