import { dateText } from "../lib/zoned-text.ts";
import type { Cell, Column } from "./document.ts";
import { severities } from "./palette.ts";

/** Text of a cell as shown on a page. */
export function cellText(cell: Cell, { holds }: Column, timezone: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  if (holds === "time") return timeText(cell, timezone);
  if (holds === "severity") return severities[cell]?.name ?? String(cell);
  return holds === "share" ? shareText(cell) : numberText(cell);
}

/** "12.5 %" of 0.125; "< 0.1 %" of any smaller share above zero. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.001) return "< 0.1 %";
  return Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : "";
}

/** "2026-03-29 03:00:00", with thousandths when there are any. */
export function timeText(seconds: number, timezone: string): string {
  const micros = Math.round(seconds * 1e6);
  const milliseconds = Math.floor((((micros % 1e6) + 1e6) % 1e6) / 1000);
  const text = dateText(micros, timezone).replaceAll("/", "-");
  return milliseconds === 0 ? text : `${text}.${String(milliseconds).padStart(3, "0")}`;
}

/** As people write it: "1,234,567", "27,965" for 27965.114, "348.7", "2.25", "0.00123". Whole numbers stay whole. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "";
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 10 ? 1 : 2;
  return (size < 1 ? smallFormat : numberFormats[digits]!).format(value);
}

const numberFormats = [0, 1, 2].map((digits) => new Intl.NumberFormat("en", { maximumFractionDigits: digits }));
const smallFormat = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
