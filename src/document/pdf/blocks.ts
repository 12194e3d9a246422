import type { Facts, Figures, PlainBlock } from "../document.ts";
import { rowColumns } from "../document.ts";
import { colors } from "../palette.ts";
import { Canvas } from "./canvas.ts";
import { drawChart } from "./chart-drawing.ts";
import type { Piece, Surroundings } from "./piece.ts";
import { drawShortTable } from "./table-pages.ts";
import { wrapText } from "./wrap-text.ts";

/** A block of this width as pieces from top to bottom; long tables are not drawn here. */
export function drawBlock(block: PlainBlock, width: number, around: Surroundings): Piece[] {
  switch (block.kind) {
    case "heading":
      return drawLines(block.text, width, around, {
        size: 13,
        style: "bold",
        color: colors.header,
        before: 10,
        after: 4,
      });
    case "paragraph":
      return drawLines(block.text, width, around, paragraphLooks[block.style ?? "plain"]);
    case "facts":
      return drawFacts(block, width, around);
    case "figures":
      return [drawFigures(block, width, around)];
    case "chart": {
      const { canvas, height } = drawChart(block.chart, width, around.timezone, around.fonts);
      return [{ canvas, height: height + 14 }];
    }
    case "table":
      return [drawShortTable(block.table, width, around)];
  }
}

/** Blocks side by side; each cell as high as its content. */
export function drawRow(
  cells: readonly { columns: number; blocks: readonly PlainBlock[] }[],
  width: number,
  around: Surroundings,
): Piece {
  const canvas = new Canvas(around.fonts);
  const gap = 18;
  const column = (width + gap) / rowColumns;
  let [x, height] = [0, 0];
  for (const { columns, blocks } of cells) {
    let y = 0;
    for (const block of blocks)
      for (const piece of drawBlock(block, columns * column - gap, around)) {
        canvas.place(piece.canvas, x, y);
        y += piece.height;
      }
    height = Math.max(height, y);
    x += columns * column;
  }
  return { canvas, height };
}

interface LinesLook {
  size: number;
  style?: "regular" | "bold" | "mono";
  color: string;
  before: number;
  after: number;
  ground?: string;
}

const paragraphLooks = {
  plain: { size: 9.5, color: colors.ink, before: 0, after: 6 },
  note: { size: 8, color: colors.muted, before: 0, after: 5 },
  warning: { size: 9, style: "bold", color: colors.warningInk, before: 4, after: 8, ground: colors.warningGround },
  code: { size: 7.5, style: "mono", color: colors.ink, before: 0, after: 6, ground: colors.codeGround },
} satisfies Record<string, LinesLook>;

export const titleLook: LinesLook = { size: 20, style: "bold", color: colors.header, before: 0, after: 4 };
export const subtitleLook: LinesLook = { size: 11, color: colors.muted, before: 0, after: 4 };

const paragraphLinesMax = 2000;

/** One piece for each line, so that a text can continue on the next page. */
export function drawLines(text: string, width: number, { fonts }: Surroundings, look: LinesLook): Piece[] {
  const { size, style = "regular", color, before, after, ground } = look;
  const inset = ground === undefined ? 0 : 6;
  const lines = wrapText(text, style, fonts, ((width - 2 * inset) / size) * 1000, paragraphLinesMax);
  return lines.map((line, i) => {
    const canvas = new Canvas(fonts);
    const top = (i === 0 ? before : 0) + (i === 0 ? inset : 0);
    const height = top + size * 1.4 + (i === lines.length - 1 ? inset : 0);
    if (ground !== undefined)
      canvas.box(0, i === 0 ? before : -0.2, width, height - (i === 0 ? before : 0) + 0.2, ground);
    canvas.text(line, inset, top + size * 1.05, { size, style, color });
    return { canvas, height: height + (i === lines.length - 1 ? after : 0) };
  });
}

function drawFacts({ facts }: Facts, width: number, { fonts }: Surroundings): Piece[] {
  const nameWidth = Math.min(130, width * 0.3);
  return facts.map(({ name, value }, i) => {
    const canvas = new Canvas(fonts);
    const lines = wrapText(value, "regular", fonts, ((width - nameWidth) / 9) * 1000, 60);
    const height = lines.length * 12 + 5;
    canvas.text(name, 0, 11, { size: 9, style: "bold", color: colors.muted, widthMax: nameWidth - 6 });
    for (const [k, line] of lines.entries()) canvas.text(line, nameWidth, 11 + k * 12, { size: 9, color: colors.ink });
    canvas.line(
      [
        [0, height - 0.5],
        [width, height - 0.5],
      ],
      colors.line,
      0.4,
    );
    return { canvas, height: height + (i === facts.length - 1 ? 10 : 0) };
  });
}

function drawFigures({ figures }: Figures, width: number, { fonts }: Surroundings): Piece {
  const canvas = new Canvas(fonts);
  const perLine = Math.max(1, Math.min(figures.length, Math.floor(width / 90)));
  const slot = (width + 10) / perLine;
  for (const [i, { label, value }] of figures.entries()) {
    const [x, y] = [(i % perLine) * slot, Math.floor(i / perLine) * 56];
    canvas.box(x, y, slot - 10, 46, colors.stripe);
    canvas.box(x, y, 2.5, 46, colors.accent);
    canvas.text(label, x + 10, y + 15, { size: 8, color: colors.muted, widthMax: slot - 24 });
    canvas.text(value, x + 10, y + 36, { size: 17, style: "bold", color: colors.ink, widthMax: slot - 24 });
  }
  return { canvas, height: Math.ceil(figures.length / perLine) * 56 + 6 };
}
