import { axisTimeFormat } from "../chart-axis.ts";
import type { Chart } from "../document.ts";
import { colors, seriesColor } from "../palette.ts";
import { attributeText } from "../xlsx/cell-string.ts";
import { declaration } from "../xlsx/shared-strings.ts";
import { excelTime } from "../xlsx/table-sheets.ts";

/** Cells that hold the numbers of a chart, as formulas. */
export interface ChartPlaces {
  categories: string;
  series: readonly { name: string; values: string }[];
}

/** A native chart, as spreadsheets and text documents hold it: people can change its look, its kind and its numbers. */
export function chartXml(chart: Chart, places: ChartPlaces, timezone: string, workbookId?: string): string {
  const isPie = chart.kind === "pie";
  const hasLegend = isPie || chart.series.length > 1;
  return `${declaration}<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" \
xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:roundedCorners val="0"/>\
<c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr>\
<a:r><a:rPr lang="en-US" sz="1200" b="1">${fill(colors.header)}</a:rPr><a:t>${attributeText(chart.title)}</a:t></a:r></a:p></c:rich></c:tx>\
<c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot(chart, places, timezone)}</c:plotArea>\
${hasLegend ? `<c:legend><c:legendPos val="${isPie ? "r" : "b"}"/><c:overlay val="0"/>${smallText}</c:legend>` : ""}\
<c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart>\
<c:spPr>${fill("FFFFFF")}<a:ln w="9525">${fill(colors.line)}</a:ln></c:spPr>\
${workbookId === undefined ? "" : `<c:externalData r:id="${workbookId}"><c:autoUpdate val="0"/></c:externalData>`}</c:chartSpace>`;
}

function fill(color: string): string {
  return `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
}

const smallText = `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900">${fill(colors.muted)}</a:defRPr></a:pPr>\
<a:endParaRPr lang="en-US"/></a:p></c:txPr>`;

function plot(chart: Chart, places: ChartPlaces, timezone: string): string {
  const series = chart.series.map((_, i) => seriesXml(chart, i, places, timezone)).join("");
  const ids = '<c:axId val="111"/><c:axId val="222"/>';
  if (chart.kind === "pie") {
    const labels = `<c:dLbls>${smallText}<c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/>\
<c:showSerName val="0"/><c:showPercent val="1"/><c:showBubbleSize val="0"/><c:showLeaderLines val="0"/></c:dLbls>`;
    return `<c:pieChart><c:varyColors val="1"/>${series}${labels}<c:firstSliceAng val="0"/></c:pieChart>`;
  }
  if (chart.kind === "lines")
    return `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series}<c:marker val="0"/>${ids}</c:lineChart>${axes(chart)}`;
  const direction = chart.kind === "bars" ? "bar" : "col";
  return `<c:barChart><c:barDir val="${direction}"/><c:grouping val="stacked"/><c:varyColors val="0"/>${series}\
<c:gapWidth val="${chart.kind === "bars" ? 50 : 25}"/><c:overlap val="100"/>${ids}</c:barChart>${axes(chart)}`;
}

function seriesXml(chart: Chart, index: number, places: ChartPlaces, timezone: string): string {
  const { name, values } = chart.series[index]!;
  const place = places.series[index]!;
  const color = seriesColor(index);
  const look =
    chart.kind === "lines"
      ? `<c:spPr><a:ln w="19050" cap="rnd">${fill(color)}<a:round/></a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker>`
      : chart.kind === "pie"
        ? values.map((_, i) => slice(i)).join("")
        : `<c:spPr>${fill(color)}</c:spPr><c:invertIfNegative val="0"/>`;
  const points = values
    .map((value, i) => (value === null ? "" : `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`))
    .join("");
  return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>\
<c:tx><c:strRef><c:f>${place.name}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${attributeText(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>\
${look}<c:cat>${categoriesXml(chart, places.categories, timezone)}</c:cat>\
<c:val><c:numRef><c:f>${place.values}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="${values.length}"/>${points}</c:numCache></c:numRef></c:val>\
${chart.kind === "lines" ? '<c:smooth val="0"/>' : ""}</c:ser>`;
}

function slice(index: number): string {
  return `<c:dPt><c:idx val="${index}"/><c:bubble3D val="0"/><c:spPr>${fill(seriesColor(index))}\
<a:ln w="9525">${fill("FFFFFF")}</a:ln></c:spPr></c:dPt>`;
}

function categoriesXml({ categories }: Chart, place: string, timezone: string): string {
  const count = `<c:ptCount val="${categories.values.length}"/>`;
  if (categories.hold === "text") {
    const points = categories.values.map(
      (text, i) => `<c:pt idx="${i}"><c:v>${attributeText(text === "" ? "(empty)" : text)}</c:v></c:pt>`,
    );
    return `<c:strRef><c:f>${place}</c:f><c:strCache>${count}${points.join("")}</c:strCache></c:strRef>`;
  }
  const points = categories.values.map(
    (seconds, i) => `<c:pt idx="${i}"><c:v>${excelTime(seconds, timezone).value}</c:v></c:pt>`,
  );
  const format = `<c:formatCode>${axisTimeFormat(categories.values)}</c:formatCode>`;
  return `<c:numRef><c:f>${place}</c:f><c:numCache>${format}${count}${points.join("")}</c:numCache></c:numRef>`;
}

/** The names of horizontal bars run from the top down, and the numbers stay below. */
function axes({ kind, categories, series }: Chart): string {
  const isLying = kind === "bars";
  const format = categories.hold === "time" ? axisTimeFormat(categories.values) : "General";
  const line = `<c:spPr><a:ln w="9525">${fill(colors.line)}</a:ln></c:spPr>`;
  // The length of a bar shows its value only when the axis begins at zero.
  const fromZero = series.some(({ values }) => values.some((value) => value !== null && value < 0))
    ? ""
    : '<c:min val="0"/>';
  return `<c:catAx><c:axId val="111"/><c:scaling><c:orientation val="${isLying ? "maxMin" : "minMax"}"/></c:scaling><c:delete val="0"/>\
<c:axPos val="${isLying ? "l" : "b"}"/><c:numFmt formatCode="${format}" sourceLinked="0"/><c:majorTickMark val="none"/>\
<c:minorTickMark val="none"/><c:tickLblPos val="low"/>${line}${smallText}<c:crossAx val="222"/><c:crosses val="autoZero"/>\
<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>\
<c:valAx><c:axId val="222"/><c:scaling><c:orientation val="minMax"/>${fromZero}</c:scaling><c:delete val="0"/>\
<c:axPos val="${isLying ? "b" : "l"}"/><c:majorGridlines>${line}</c:majorGridlines>\
<c:numFmt formatCode="#,##0" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>\
<c:tickLblPos val="nextTo"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${smallText}<c:crossAx val="111"/>\
<c:crosses val="${isLying ? "max" : "autoZero"}"/><c:crossBetween val="between"/></c:valAx>`;
}
