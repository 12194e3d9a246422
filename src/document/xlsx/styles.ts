import { colors, severities } from "../palette.ts";
import { declaration } from "./shared-strings.ts";

/** Numbers of the formats of cells, in the order they are written below. */
export const style = {
  plain: 0,
  header: 1,
  time: 2,
  fineTime: 3,
  whole: 4,
  decimal: 5,
  title: 6,
  subtitle: 7,
  heading: 8,
  name: 9,
  value: 10,
  note: 11,
  warning: 12,
  code: 13,
  figure: 14,
  figureLabel: 15,
  share: 16,
  /** Style of severity 0; the others follow. */
  severity: 17,
} as const;

export function stylesXml(): string {
  const severityFonts = severities.map(({ ink }) => `<font><b/><sz val="10"/><color rgb="FF${ink}"/>${family}</font>`);
  const severityFills = severities.map(({ ground }) => solid(ground));
  const ownFonts = fonts.length;
  const ownFills = fills.length;
  const formats = [...cellFormats, ...severities.map((_, i) => xf({ font: ownFonts + i, fill: ownFills + i }))];
  return `${declaration}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>\
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/>\
<numFmt numFmtId="166" formatCode="0.0\\ %"/></numFmts>\
<fonts count="${ownFonts + severityFonts.length}">${fonts.join("")}${severityFonts.join("")}</fonts>\
<fills count="${ownFills + severityFills.length}">${fills.join("")}${severityFills.join("")}</fills>\
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>\
<border><left/><right/><top/><bottom style="thin"><color rgb="FF${colors.line}"/></bottom><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${formats.length}">${formats.join("")}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

const family = '<name val="Calibri"/><family val="2"/>';

function font(size: number, color: string, isBold = false): string {
  return `<font>${isBold ? "<b/>" : ""}<sz val="${size}"/><color rgb="FF${color}"/>${family}</font>`;
}

function solid(color: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`;
}

const fonts = [
  font(10, colors.ink),
  font(10, colors.headerInk, true),
  font(20, colors.header, true),
  font(12, colors.muted),
  font(14, colors.header, true),
  font(10, colors.muted, true),
  font(9, colors.muted),
  font(10, colors.warningInk, true),
  `<font><sz val="9"/><color rgb="FF${colors.ink}"/><name val="Consolas"/><family val="3"/></font>`,
  font(18, colors.accent, true),
];

/** The first two are fixed by the format. */
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  solid(colors.header),
  solid(colors.warningGround),
  solid(colors.codeGround),
];

interface CellFormat {
  number?: number;
  font?: number;
  fill?: number;
  border?: number;
  align?: string;
}

function xf({ number = 0, font = 0, fill = 0, border = 0, align }: CellFormat): string {
  const head = `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"`;
  return align === undefined ? `${head}/>` : `${head} applyAlignment="1"><alignment ${align}/></xf>`;
}

/** By `style`, without the severities. */
const cellFormats = [
  xf({}),
  xf({ font: 1, fill: 2, align: 'vertical="center"' }),
  xf({ number: 164, align: 'horizontal="left"' }),
  xf({ number: 165, align: 'horizontal="left"' }),
  xf({ number: 3 }),
  xf({ number: 4 }),
  xf({ font: 2, align: 'vertical="center"' }),
  xf({ font: 3, align: 'vertical="top" wrapText="1"' }),
  xf({ font: 4, align: 'vertical="center"' }),
  xf({ font: 5, border: 1, align: 'vertical="top"' }),
  xf({ border: 1, align: 'horizontal="left" vertical="top" wrapText="1"' }),
  xf({ font: 6, align: 'vertical="top" wrapText="1"' }),
  xf({ font: 7, fill: 3, align: 'vertical="top" wrapText="1"' }),
  xf({ font: 8, fill: 4, align: 'vertical="top" wrapText="1"' }),
  xf({ font: 9, align: 'horizontal="left"' }),
  xf({ font: 5, align: 'horizontal="left"' }),
  xf({ number: 166 }),
];
