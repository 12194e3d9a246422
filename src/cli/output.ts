import type { WriteStream } from "node:tty";

type Stream = Pick<WriteStream, "isTTY" | "columns" | "write">;

/** Colours only on a terminal, never with NO_COLOR or TERM=dumb. */
function usesColour(stream: Pick<Stream, "isTTY">, environment: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;
export type Style = keyof typeof codes;
export type Paint = (style: Style, text: string) => string;

/** Paints for this stream: returns the text unchanged if the stream takes no colours. */
export function createPaint(stream: Pick<Stream, "isTTY">, environment: NodeJS.ProcessEnv = process.env): Paint {
  if (!usesColour(stream, environment)) return (_style, text) => text;
  return (style, text) => `\u001B[${codes[style][0]}m${text}\u001B[${codes[style][1]}m`;
}

export interface TableColumn {
  title: string;
  align?: "left" | "right";
  style?: (cell: string) => Style | undefined;
}

/**
 * Columns side by side, two blanks between. On a terminal a last column that is too wide is cut to its width; a file or
 * a pipe gets everything. Control characters of cells are shown as their pictures, so that a message cannot drive the
 * terminal.
 */
export function renderTable(columns: TableColumn[], rows: string[][], stream: Stream = process.stdout): string {
  const paint = createPaint(stream);
  const cells = rows.map((row) => row.map(showControls));
  const last = columns.length - 1;
  const widths = columns.map((column, i) =>
    Math.max(...[column.title, ...cells.map((row) => row[i]!)].map((text) => Bun.stringWidth(text))),
  );
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0);
  const room =
    stream.isTTY && stream.columns ? Math.max(stream.columns - before, lastWidthMin) : Number.POSITIVE_INFINITY;
  const line = (row: string[], style: (cell: string, index: number) => Style | undefined) =>
    row
      .map((cell, i) => {
        const text = i === last ? cut(cell, room) : cell;
        const chosen = style(cell, i);
        const padded = pad(text, i === last && columns[i]!.align !== "right" ? 0 : widths[i]!, columns[i]!.align);
        return chosen ? paint(chosen, padded) : padded;
      })
      .join(gap)
      .trimEnd();
  const head = line(
    columns.map((column) => column.title),
    () => "bold",
  );
  return [head, ...cells.map((row) => line(row, (cell, i) => columns[i]!.style?.(cell)))].join("\n");
}

const gap = "  ";
/** Narrower than this a message is useless; the terminal wraps it instead. */
const lastWidthMin = 20;

function pad(text: string, width: number, align: "left" | "right" = "left"): string {
  const blanks = " ".repeat(Math.max(width - Bun.stringWidth(text), 0));
  return align === "right" ? blanks + text : text + blanks;
}

function cut(text: string, width: number): string {
  if (width === Number.POSITIVE_INFINITY || Bun.stringWidth(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += Bun.stringWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/**
 * U+2400 and on show the control characters. Those of the second block (C1) drive terminals too; others end a line, or
 * turn what follows round.
 */
export function showControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? "\u2421" : "\uFFFD";
  });
}

/** 1234567 → "1,234,567". */
export function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}

/** "1 line", "2 lines", "1,234 lines". */
export function countOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`;
}

export function formatBytes(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return power === 0 ? `${bytes} B` : `${(bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}
