import { numberText, shareText } from "../cell-text.ts";
import { categoryTexts } from "../chart-axis.ts";
import type { Chart } from "../document.ts";
import { colors, seriesColor } from "../palette.ts";
import { Canvas } from "./canvas.ts";
import type { FontSet } from "./font-set.ts";
import { measureText, wrapText } from "./wrap-text.ts";

/**
 * A chart as lines and areas, sharp at any size. Its height follows from its width, and for horizontal bars from their
 * number.
 */
export function drawChart(
  chart: Chart,
  width: number,
  timezone: string,
  fonts: FontSet,
): { canvas: Canvas; height: number } {
  const canvas = new Canvas(fonts);
  const height = heightOf(chart, width, timezone, fonts);
  const legend = chart.kind !== "pie" && chart.series.length > 1 ? drawLegend(chart, width, fonts) : undefined;
  canvas.text(chart.title, 0, 12, { size: 10, style: "bold", color: colors.header, widthMax: width });
  const top = 22;
  const bottom = height - (legend ? legend.height + 4 : 0);
  const area = { canvas, left: 0, top, width, height: bottom - top };
  const isEmpty = chart.categories.values.length === 0 || chart.series.length === 0;
  if (isEmpty) canvas.text("Nothing to show.", width / 2, top + area.height / 2, { ...labelLook, align: "center" });
  else drawers[chart.kind](chart, area, timezone);
  if (legend) canvas.place(legend.canvas, 0, bottom + 4);
  return { canvas, height };
}

interface Area {
  canvas: Canvas;
  left: number;
  top: number;
  width: number;
  height: number;
}

const drawers: Readonly<Record<Chart["kind"], (chart: Chart, area: Area, timezone: string) => void>> = {
  bars: drawBars,
  columns: drawStanding,
  lines: drawStanding,
  pie: drawPie,
};

const labelLook = { size: 7.5, color: colors.muted };
const barHeight = 16;
const barsMax = 40;

function heightOf(chart: Chart, width: number, timezone: string, fonts: FontSet): number {
  if (chart.kind === "bars") {
    const names = categoryTexts(chart, timezone).slice(0, barsMax);
    return 34 + barLabels(names, width, fonts).reduce((sum, { height }) => sum + height, 0);
  }
  const height = Math.min(220, Math.max(150, width * 0.36));
  if (chart.kind !== "pie") return height;
  return Math.max(
    height,
    30 + labelsHeight(wholeLabels(slicesOf(chart, timezone), pieLabelWidth(width, height), fonts)),
  );
}

interface BarLabel {
  lines: readonly string[];
  /** Height of a label and its bar, in points. */
  height: number;
}

/**
 * Names are shown in full: beside their bars when all are short, otherwise above them, over as many lines as they need.
 */
function barLabels(names: readonly string[], width: number, fonts: FontSet): BarLabel[] {
  if (names.every((name) => labelWidth(name, fonts) + 8 <= width * besideShare))
    return names.map((name) => ({ lines: [name], height: barHeight }));
  return names.map((name) => {
    const lines = wrapText(name, "regular", fonts, (width / labelLook.size) * 1000, labelLinesMax);
    return { lines, height: barHeight + lines.length * labelLineHeight };
  });
}

/** Share of the width that names beside bars may take. */
const besideShare = 0.4;
const labelLineHeight = 10;
/** A name of four kilobytes would fill a page; its end is cut off. */
const labelLinesMax = 6;

function labelWidth(text: string, fonts: FontSet): number {
  return (measureText(text, "regular", fonts) * labelLook.size) / 1000;
}

/** The first rows only, when there are very many. */
function drawBars(chart: Chart, { canvas, left, top, width }: Area, timezone: string): void {
  const names = categoryTexts(chart, timezone).slice(0, barsMax);
  const sums = names.map((_, i) => chart.series.reduce((sum, { values }) => sum + Math.max(0, values[i] ?? 0), 0));
  const labels = barLabels(names, width, canvas.fonts);
  const isBeside = labels.every(({ height }) => height === barHeight);
  const namesWidth = isBeside ? Math.max(...names.map((name) => labelWidth(name, canvas.fonts))) + 8 : 0;
  const numbersWidth =
    (Math.max(...sums.map((sum) => measureText(numberText(sum), "regular", canvas.fonts))) * 7.5) / 1000 + 8;
  const scale = (width - namesWidth - numbersWidth) / Math.max(1e-9, ...sums);
  let y = top;
  for (const [i, { lines, height }] of labels.entries()) {
    const ink = { ...labelLook, color: colors.ink };
    if (isBeside) canvas.text(lines[0]!, left + namesWidth - 6, y + barHeight / 2 + 2.5, { ...ink, align: "right" });
    else for (const [k, line] of lines.entries()) canvas.text(line, left, y + 8 + k * labelLineHeight, ink);
    y += height - barHeight;
    const baseline = y + barHeight / 2 + 2.5;
    let x = left + namesWidth;
    for (const [k, { values }] of chart.series.entries()) {
      const length = Math.max(0, values[i] ?? 0) * scale;
      canvas.box(x, y + 2.5, Math.max(length, 0.5), barHeight - 5, seriesColor(k));
      x += length;
    }
    canvas.text(numberText(sums[i]!), x + 4, baseline, labelLook);
    y += barHeight;
  }
}

function fitting(text: string, width: number, fonts: FontSet): string {
  if ((measureText(text, "regular", fonts) * labelLook.size) / 1000 <= width) return text;
  let end = text.length;
  const share = width / ((measureText(text, "regular", fonts) * labelLook.size) / 1000);
  end = Math.max(1, Math.floor(text.length * share) - 1);
  return `${text.slice(0, end).toWellFormed()}…`;
}

/** Columns and lines have an axis of categories; the numbers are at the left. */
function drawStanding(chart: Chart, area: Area, timezone: string): void {
  const { canvas } = area;
  const { low, high, step } = ticksOf(chart);
  const tickTexts = [];
  for (let value = low; value <= high + step / 2; value += step) tickTexts.push({ value, text: numberText(value) });
  const numbersWidth =
    (Math.max(...tickTexts.map(({ text }) => measureText(text, "regular", canvas.fonts))) * 7.5) / 1000 + 8;
  const plot = {
    left: area.left + numbersWidth,
    top: area.top + 4,
    width: area.width - numbersWidth,
    height: area.height - 20,
  };
  const yOf = (value: number) => plot.top + plot.height * (1 - (value - low) / (high - low));
  for (const { value, text } of tickTexts) {
    canvas.line(
      [
        [plot.left, yOf(value)],
        [plot.left + plot.width, yOf(value)],
      ],
      colors.line,
      value === 0 ? 0.8 : 0.35,
    );
    canvas.text(text, plot.left - 5, yOf(value) + 2.5, { ...labelLook, align: "right" });
  }
  const slot = plot.width / chart.categories.values.length;
  drawNames(categoryTexts(chart, timezone), { ...plot, margin: numbersWidth }, slot, canvas);
  if (chart.kind === "lines") drawLines(chart, plot.left, slot, yOf, canvas);
  else drawColumns(chart, plot.left, slot, yOf, canvas);
}

function drawColumns(chart: Chart, left: number, slot: number, yOf: (value: number) => number, canvas: Canvas): void {
  const gap = Math.min(4, slot * 0.2);
  for (let i = 0; i < chart.categories.values.length; i++) {
    let [above, below] = [0, 0];
    for (const [k, { values }] of chart.series.entries()) {
      const value = values[i] ?? 0;
      if (value === 0) continue;
      const from = value > 0 ? above : below;
      const [y, end] = [yOf(Math.max(from, from + value)), yOf(Math.min(from, from + value))];
      canvas.box(left + i * slot + gap / 2, y, Math.max(slot - gap, 0.2), end - y, seriesColor(k));
      if (value > 0) above += value;
      else below += value;
    }
  }
}

function drawLines(chart: Chart, left: number, slot: number, yOf: (value: number) => number, canvas: Canvas): void {
  for (const [k, { values }] of chart.series.entries()) {
    let points: [number, number][] = [];
    const draw = () => {
      if (points.length === 1) canvas.box(points[0]![0] - 0.8, points[0]![1] - 0.8, 1.6, 1.6, seriesColor(k));
      canvas.line(points, seriesColor(k), 1.2);
      points = [];
    };
    for (const [i, value] of values.entries()) {
      if (value === null) draw();
      else points.push([left + (i + 0.5) * slot, yOf(value)]);
    }
    draw();
  }
}

/**
 * As many names along the axis as fit side by side; the first moves to the right when the margin is too narrow for its
 * half.
 */
function drawNames(
  names: readonly string[],
  plot: Omit<Area, "canvas"> & { margin: number },
  slot: number,
  canvas: Canvas,
): void {
  const widest = Math.max(
    ...names.slice(0, 200).map((name) => measureText(name.slice(0, 60), "regular", canvas.fonts)),
  );
  const width = Math.min(110, (widest * labelLook.size) / 1000);
  const moved = Math.max(0, width / 2 - slot / 2 - plot.margin);
  const every = Math.max(1, Math.ceil((width + 10 + moved) / slot));
  for (let i = 0; i < names.length; i += every) {
    const x = plot.left + (i + 0.5) * slot;
    canvas.line(
      [
        [x, plot.top + plot.height],
        [x, plot.top + plot.height + 3],
      ],
      colors.line,
    );
    canvas.text(fitting(names[i]!, 110, canvas.fonts), i === 0 ? x + moved : x, plot.top + plot.height + 12, {
      ...labelLook,
      align: "center",
    });
  }
}

/** Round steps that hold all values and zero. */
function ticksOf({ kind, series, categories }: Chart): { low: number; high: number; step: number } {
  let [low, high] = [0, 0];
  for (let i = 0; i < categories.values.length; i++) {
    let [above, below] = [0, 0];
    for (const { values } of series) {
      const value = values[i] ?? 0;
      if (kind === "lines") [above, below] = [Math.max(above, value), Math.min(below, value)];
      else if (value > 0) above += value;
      else below += value;
    }
    [low, high] = [Math.min(low, below), Math.max(high, above)];
  }
  const rough = (high - low || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((value) => value >= rough)!;
  return { low: Math.floor(low / step) * step, high: Math.max(step, Math.ceil(high / step) * step), step };
}

const slicesMax = 10;

/** A ring; small slices beyond the tenth are one. */
function drawPie(chart: Chart, { canvas, left, top, width, height }: Area, timezone: string): void {
  const slices = slicesOf(chart, timezone);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const radius = radiusOf(width, height);
  const [x, y] = [left + radius + 8, top + height / 2];
  const textLeft = x + radius + 20;
  const labels = sliceLabels(slices, pieLabelWidth(width, height), height, canvas.fonts);
  let turn = 0;
  let row = y - labelsHeight(labels) / 2 + 9;
  for (const [i, { value }] of slices.entries()) {
    const share = total === 0 ? 0 : value / total;
    if (share > 0) canvas.slice(x, y, [radius * 0.55, radius], turn, turn + share, seriesColor(i));
    turn += share;
    const lines = labels[i]!;
    canvas.box(textLeft, row - 6, 7, 7, seriesColor(i));
    for (const [k, line] of lines.entries())
      canvas.text(line, textLeft + 12, row + k * 9, { ...labelLook, color: colors.ink });
    canvas.text(`${numberText(value)}  ${shareText(share)}`, left + width - 4, row, {
      ...labelLook,
      align: "right",
    });
    row += 13 + (lines.length - 1) * 9;
  }
  canvas.text(numberText(total), x, y + 4, {
    size: 11,
    style: "bold",
    color: colors.ink,
    align: "center",
    widthMax: radius,
  });
}

/** Each in full, over several lines; if that is higher than the space, each on one line. */
function sliceLabels(slices: readonly { name: string }[], width: number, height: number, fonts: FontSet): string[][] {
  const whole = wholeLabels(slices, width, fonts);
  return labelsHeight(whole) <= height ? whole : slices.map(({ name }) => [fitting(name, width, fonts)]);
}

function wholeLabels(slices: readonly { name: string }[], width: number, fonts: FontSet): string[][] {
  return slices.map(({ name }) => wrapText(name, "regular", fonts, (width / labelLook.size) * 1000, labelLinesMax));
}

/** Between the ring and the numbers. */
function pieLabelWidth(width: number, height: number): number {
  return width - (2 * radiusOf(width, height) + 28) - 74 - 12;
}

function radiusOf(width: number, height: number): number {
  return Math.min(height / 2 - 15, width * 0.19);
}

function labelsHeight(labels: readonly (readonly string[])[]): number {
  return labels.reduce((sum, lines) => sum + 13 + (lines.length - 1) * 9, 0);
}

function slicesOf(chart: Chart, timezone: string): { name: string; value: number }[] {
  const values = chart.series[0]!.values;
  const all = categoryTexts(chart, timezone).map((name, i) => ({ name, value: Math.max(0, values[i] ?? 0) }));
  if (all.length <= slicesMax) return all;
  const rest = all.slice(slicesMax - 1);
  const others = { name: `${rest.length} others`, value: rest.reduce((sum, { value }) => sum + value, 0) };
  return [...all.slice(0, slicesMax - 1), others];
}

function drawLegend(chart: Chart, width: number, fonts: FontSet): { canvas: Canvas; height: number } {
  const canvas = new Canvas(fonts);
  let [x, y] = [0, 8];
  for (const [i, { name }] of chart.series.entries()) {
    const text = fitting(name === "" ? "(empty)" : name, width - 22, fonts);
    const itemWidth = (measureText(text, "regular", fonts) * labelLook.size) / 1000 + 22;
    if (x > 0 && x + itemWidth > width) [x, y] = [0, y + 12];
    canvas.box(x, y - 6, 7, 7, seriesColor(i));
    canvas.text(text, x + 11, y, labelLook);
    x += itemWidth;
  }
  return { canvas, height: y + 4 };
}
