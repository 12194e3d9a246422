import { dateText } from "../lib/zoned-text.ts";
import type { Cell, Column } from "./document.ts";
import { severities } from "./palette.ts";

/** Text of a cell as shown on a page. */
export function cellText(cell: Cell, { holds }: Column, timezone: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  if (holds === "time") return timeText(cell, timezone);
  if (holds === "severity") return severities[cell]?.name ?? String(cell);
  return numberText(cell);
}

/** "2026-03-29 03:00:00", with thousandths when there are any. */
export function timeText(seconds: number, timezone: string): string {
  const micros = Math.round(seconds * 1e6);
  const milliseconds = Math.floor((((micros % 1e6) + 1e6) % 1e6) / 1000);
  const text = dateText(micros, timezone).replaceAll("/", "-");
  return milliseconds === 0 ? text : `${text}.${String(milliseconds).padStart(3, "0")}`;
}

/** "1,234,567" and "0.25": grouped, at most three digits behind the point. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? numberFormat.format(value) : "";
}

const numberFormat = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
