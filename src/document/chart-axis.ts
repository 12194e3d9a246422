import { timeText } from "./cell-text.ts";
import type { Chart } from "./document.ts";

/** Format of the times along an axis, by their span; in the notation of spreadsheets. */
export function axisTimeFormat(seconds: readonly number[]): string {
  const span = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0);
  if (span <= 15 * 60) return "hh:mm:ss";
  if (span <= 2 * daySeconds) return "hh:mm";
  return span <= 14 * daySeconds ? "mm\\-dd\\ hh:mm" : "yyyy\\-mm\\-dd";
}

const daySeconds = 86_400;

/** The labels of a chart's axis. */
export function categoryTexts({ categories }: Chart, timezone: string): string[] {
  if (categories.hold === "text") return categories.values.map((text) => (text === "" ? "(empty)" : text));
  const [from, to] = slices[axisTimeFormat(categories.values)]!;
  return categories.values.map((seconds) => timeText(seconds, timezone).slice(from, to));
}

/** Parts of "2026-03-29 03:00:00". */
const slices: Readonly<Record<string, [from: number, to: number]>> = {
  "hh:mm:ss": [11, 19],
  "hh:mm": [11, 16],
  "mm\\-dd\\ hh:mm": [5, 16],
  "yyyy\\-mm\\-dd": [0, 10],
};
