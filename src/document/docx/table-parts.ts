import { paragraphXml } from "./paragraphs.ts";

/**
 * A table in which every cell ends with a paragraph, as the format demands; another paragraph must follow the table.
 */
export function layoutTable(rows: readonly string[], widths: readonly number[], look = ""): string {
  const grid = widths.map((width) => `<w:gridCol w:w="${Math.round(width)}"/>`).join("");
  const total = Math.round(widths.reduce((a, b) => a + b, 0));
  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/>${look}<w:tblLayout w:type="fixed"/></w:tblPr>\
<w:tblGrid>${grid}</w:tblGrid>${rows.join("")}</w:tbl>${paragraphXml("", "Cell")}`;
}

export function cellXml(content: string, width: number, look = ""): string {
  return `<w:tc><w:tcPr><w:tcW w:w="${Math.round(width)}" w:type="dxa"/>${look}</w:tcPr>${content}</w:tc>`;
}
