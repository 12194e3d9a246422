/**
 * Colours as RRGGBB. Severities: dark text on a light ground is readable in print, too; all pairs have a contrast of
 * 4.5 or more.
 */
export const severities = [
  { name: "EMERGENCY", ink: "FFFFFF", ground: "7F1D1D" },
  { name: "ALERT", ink: "FFFFFF", ground: "991B1B" },
  { name: "CRITICAL", ink: "FFFFFF", ground: "B91C1C" },
  { name: "ERROR", ink: "991B1B", ground: "FEE2E2" },
  { name: "WARNING", ink: "854D0E", ground: "FEF3C7" },
  { name: "NOTICE", ink: "1E40AF", ground: "DBEAFE" },
  { name: "INFO", ink: "166534", ground: "DCFCE7" },
  { name: "DEBUG", ink: "4B5563", ground: "F3F4F6" },
] as const;

export const colors = {
  ink: "1F2937",
  muted: "6B7280",
  line: "D1D5DB",
  stripe: "F9FAFB",
  header: "1E3A5F",
  headerInk: "FFFFFF",
  accent: "2563EB",
  warningInk: "854D0E",
  warningGround: "FEF3C7",
  codeGround: "F3F4F6",
} as const;

/** Colours for the series of charts, in order; people with red-green blindness can tell them apart. */
const seriesColors = [
  "2563EB",
  "F59E0B",
  "0D9488",
  "DC2626",
  "7C3AED",
  "84CC16",
  "DB2777",
  "0EA5E9",
  "92400E",
  "64748B",
];

export function seriesColor(index: number): string {
  return seriesColors[index % seriesColors.length]!;
}
