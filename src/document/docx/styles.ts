import { colors } from "../palette.ts";
import { declaration } from "../xlsx/shared-strings.ts";
import type { ParagraphStyle } from "./paragraphs.ts";

interface Look {
  /** Half points. */
  size: number;
  color: string;
  isBold?: boolean;
  /** Twentieths of a point. */
  before?: number;
  after?: number;
  ground?: string;
  font?: string;
  keepNext?: boolean;
}

const looks: Readonly<Record<ParagraphStyle, Look>> = {
  Title: { size: 40, color: colors.header, isBold: true, after: 60 },
  Subtitle: { size: 22, color: colors.muted, after: 60 },
  Heading1: { size: 26, color: colors.header, isBold: true, before: 240, after: 80, keepNext: true },
  Normal: { size: 20, color: colors.ink, after: 120 },
  Note: { size: 16, color: colors.muted, before: 40, after: 120 },
  Warning: { size: 18, color: colors.warningInk, isBold: true, before: 60, after: 160, ground: colors.warningGround },
  Code: { size: 16, color: colors.ink, after: 160, ground: colors.codeGround, font: "Consolas" },
  Cell: { size: 16, color: colors.ink, before: 20, after: 20 },
  CellHead: { size: 16, color: colors.headerInk, isBold: true, before: 40, after: 40, keepNext: true },
  FigureLabel: { size: 16, color: colors.muted, before: 80, after: 0 },
  Figure: { size: 34, color: colors.ink, isBold: true, after: 80 },
};

/** Fonts that Word ships; other programs substitute similar ones, and each finds glyphs of other scripts by itself. */
export function stylesXml(): string {
  const styles = Object.entries(looks).map(([name, look]) => styleXml(name, look));
  return `${declaration}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr>\
<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial" w:eastAsia="Microsoft YaHei"/><w:sz w:val="20"/><w:szCs w:val="20"/><w:lang w:val="en-US"/>\
</w:rPr></w:rPrDefault></w:docDefaults>${styles.join("")}</w:styles>`;
}

const names: Readonly<Record<string, string>> = { Heading1: "heading 1" };

function styleXml(id: string, look: Look): string {
  const { size, color, isBold, before = 0, after = 0, ground, font, keepNext } = look;
  const isDefault = id === "Normal" ? ' w:default="1"' : "";
  const outline = id === "Heading1" ? '<w:outlineLvl w:val="0"/>' : "";
  const shade = ground === undefined ? "" : `<w:shd w:val="clear" w:fill="${ground}"/>`;
  const fonts = font === undefined ? "" : `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`;
  const bold = isBold ? "<w:b/><w:bCs/>" : "";
  return `<w:style w:type="paragraph" w:styleId="${id}"${isDefault}><w:name w:val="${names[id] ?? id}"/><w:qFormat/>\
<w:pPr>${keepNext ? "<w:keepNext/>" : ""}${shade}<w:spacing w:before="${before}" w:after="${after}"/>${outline}</w:pPr>\
<w:rPr>${fonts}${bold}<w:color w:val="${color}"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;
}
