import { restColor, seriesColor } from "../charts/series-colors.ts";
import { severities } from "../theme/severity.ts";
import { words } from "../words/words.ts";
import { type HistogramData, severityField } from "./histogram-data.ts";

/** A key for each value of a histogram, distinct also where a value has the name of "all others". */
export function keyOfValue({ values }: HistogramData, index: number): string {
  const value = values[index];
  return value === undefined ? "others" : `is ${value}`;
}

/** How the n-th value of a histogram is written and coloured. */
export function lookOfValue({ field, values }: HistogramData, index: number): { label: string; color: string } {
  const value = values[index];
  if (value === undefined) return { label: words.search.histogram.others, color: restColor };
  if (field === severityField) return { label: severities[index]!.label, color: `var(--bar-${index})` };
  return { label: value === "" ? words.search.histogram.without(field) : value, color: seriesColor(index, value) };
}
