import { writeNumber } from "../../charts/write-number.ts";
import { language } from "../../words/language.ts";

/** The unit of a test's figure. */
export type FigureUnit = "per second" | "bytes" | "bytes/s" | "ms" | "µs" | "days" | "share";

const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });

/** Three digits that count: measurements are not more exact. */
export function roundFigure(value: number): string {
  return short.format(value);
}

export function writeFigure(value: number | null | undefined, unit: FigureUnit): string {
  if (value == null) return "–";
  if (unit === "bytes" || unit === "bytes/s") return writeNumber(value, unit);
  if (unit === "per second") return `${roundFigure(value)} /s`;
  if (unit === "share") return `${roundFigure(value * 100)} %`;
  if (unit === "ms" && value >= 1000) return `${roundFigure(value / 1000)} s`;
  return `${roundFigure(value)} ${unit}`;
}
