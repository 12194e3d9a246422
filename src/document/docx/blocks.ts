import type { Block, Facts, Figures, Paragraph, PlainBlock, Row } from "../document.ts";
import { rowColumns } from "../document.ts";
import { colors } from "../palette.ts";
import type { DocxPackage } from "./package.ts";
import { paragraphXml } from "./paragraphs.ts";
import { cellXml, layoutTable } from "./table-parts.ts";
import { shortTableXml } from "./tables.ts";

/** A block, `width` in twentieths of a point; long tables are not written here. */
export function blockXml(block: Block, width: number, file: DocxPackage, timezone: string): string {
  switch (block.kind) {
    case "heading":
      return paragraphXml(block.text, "Heading1");
    case "paragraph":
      return textXml(block);
    case "facts":
      return factsXml(block, width);
    case "figures":
      return figuresXml(block, width);
    case "chart":
      return chartFrame(
        file.addChart(block.chart),
        width,
        block.chart.categories.values.length,
        block.chart.kind === "bars",
      );
    case "table":
      return `${paragraphXml(block.table.title, "Heading1")}${shortTableXml(block.table, width, timezone)}`;
    case "row":
      return rowXml(block, width, file, timezone);
  }
}

const paragraphStyles = { plain: "Normal", note: "Note", warning: "Warning", code: "Code" } as const;

/** `keepsNext`: on the page of what follows it. */
export function textXml({ text, style = "plain" }: Paragraph, keepsNext = false): string {
  return paragraphXml(text, paragraphStyles[style], { keepsNext });
}

function factsXml({ facts }: Facts, width: number): string {
  const widths = [Math.min(2600, width * 0.3), width - Math.min(2600, width * 0.3)];
  const line = `<w:tcBorders><w:bottom w:val="single" w:sz="4" w:color="${colors.line}"/></w:tcBorders>`;
  const rows = facts.map(
    ({ name, value }) =>
      `<w:tr>${cellXml(paragraphXml(name, "Cell", { color: colors.muted }), widths[0]!, line)}${cellXml(paragraphXml(value, "Cell"), widths[1]!, line)}</w:tr>`,
  );
  return layoutTable(rows, widths);
}

const figuresPerLine = 6;

function figuresXml({ figures }: Figures, width: number): string {
  const perLine = Math.min(figuresPerLine, figures.length);
  const widths = Array.from({ length: perLine }, () => width / perLine);
  const look = `<w:tcBorders><w:left w:val="single" w:sz="24" w:color="${colors.accent}"/></w:tcBorders><w:shd w:val="clear" w:fill="${colors.stripe}"/>`;
  const rows: string[] = [];
  for (let at = 0; at < figures.length; at += perLine) {
    const cells = widths.map((own, i) => {
      const figure = figures[at + i];
      if (figure === undefined) return cellXml(paragraphXml("", "Cell"), own);
      return cellXml(paragraphXml(figure.label, "FigureLabel") + paragraphXml(figure.value, "Figure"), own, look);
    });
    rows.push(`<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join("")}</w:tr>`);
  }
  return layoutTable(rows, widths);
}

function rowXml({ cells }: Row, width: number, file: DocxPackage, timezone: string): string {
  const widths = cells.map(({ columns }) => (width * columns) / rowColumns);
  const content = cells.map(({ blocks }, i) => {
    const inside = blocks.map((block: PlainBlock) => blockXml(block, widths[i]! - 240, file, timezone)).join("");
    return cellXml(`${inside}${paragraphXml("", "Cell")}`, widths[i]!);
  });
  return layoutTable([`<w:tr><w:trPr><w:cantSplit/></w:trPr>${content.join("")}</w:tr>`], widths);
}

/** English metric units: 635 a twentieth of a point. */
const unitsPerTwip = 635;

function chartFrame(
  { id, relation }: { id: number; relation: string },
  width: number,
  points: number,
  isLying: boolean,
): string {
  const height = isLying ? Math.min(9000, 1700 + points * 330) : Math.max(3600, Math.min(5000, width * 0.4));
  const extent = `cx="${Math.round(width * unitsPerTwip)}" cy="${Math.round(height * unitsPerTwip)}"`;
  return `<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/>\
<wp:docPr id="${id}" name="Chart ${id}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">\
<c:chart r:id="${relation}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}
