import { severityNumber } from "../theme/severity.ts";

const seriesColors = 8;

/** The colour of the n-th series; severities keep theirs everywhere. What is left over is grey. */
export function seriesColor(index: number, name: string, field?: string): string {
  if (field === "severity_name" || field === "severity") {
    const severity = field === "severity" ? Number(name) : severityNumber(name);
    if (severity >= 0 && severity <= 7) return `var(--bar-${severity})`;
  }
  return index < seriesColors ? `var(--series-${index})` : restColor;
}

export const restColor = "var(--series-rest)";
