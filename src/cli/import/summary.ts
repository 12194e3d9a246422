import { describeFinding } from "../../ingest/line-formats/learn/describe-finding.ts";
import { describeTable } from "../../ingest/line-formats/tables/learn-table.ts";
import { countOf, formatCount, type Paint } from "../output.ts";
import type { ImportTotals } from "./import-files.ts";

/** The result of every line, for the end of an import. */
export function summarise(totals: ImportTotals, seconds: number, paint: Paint): string {
  const perSecond = seconds > 0 ? `, ${countOf(Math.round(totals.lines / seconds), "line")} a second` : "";
  const parts = [
    `Read ${countOf(totals.lines, "line")} of ${countOf(totals.files, "file")} in ${seconds.toFixed(1)} s${perSecond}.`,
    `${paint("bold", countOf(totals.accepted, "event"))} stored, ${formatCount(totals.duplicates)} of them repeats of an event within its window.`,
  ];
  if (totals.joined > 0)
    parts.push(`${countOf(totals.joined, "line")} went on with the event before, such as the frames of a stack trace.`);
  if (totals.blank > 0) parts.push(`${countOf(totals.blank, "blank line")} skipped.`);
  if (totals.notUtf8 > 0)
    parts.push(`${countOf(totals.notUtf8, "line")} had bytes that are not UTF-8; each such byte is shown as \uFFFD.`);
  if (totals.holeBytes > 0)
    parts.push(`${countOf(totals.holeBytes, "NUL byte")} left out, as a crash leaves them between lines.`);
  if (totals.cut > 0)
    parts.push(paint("yellow", `${countOf(totals.cut, "line")} longer than 1 MiB, of which the beginning was kept.`));
  if (totals.cutEvents > 0)
    parts.push(
      paint(
        "yellow",
        `${countOf(totals.cutEvents, "event")} cut to ${totals.cutEvents === 1 ? "its" : "their"} bounds, such as a message to its first 64 KiB.`,
      ),
    );
  parts.push(...timeNotes(totals, paint));
  if (totals.outOfTime > 0)
    parts.push(
      paint(
        "yellow",
        `${countOf(totals.outOfTime, "event")} stored under the time of arrival, because the own time is older than what is kept or more than 24 h ahead.`,
      ),
    );
  if (totals.refused > 0) {
    const more = totals.refused - totals.reasons.length;
    parts.push(
      paint("red", `${countOf(totals.refused, "event")} refused:`),
      ...totals.reasons.map((reason) => `  ${reason}`),
    );
    if (more > 0) parts.push(`  and ${formatCount(more)} more`);
  }
  parts.push(...totals.failures.map((failure) => paint("red", failure)));
  return `${parts.join("\n")}\n`;
}

/** Explains times that were found in an unusual place, and how to deal with those that were not found. */
function timeNotes(totals: ImportTotals, paint: Paint): string[] {
  const notes = [
    ...totals.tables.map(({ file, table }) => `${file}: ${describeTable(table)}`),
    ...totals.findings.map((finding) => `${finding.file}: ${describeFinding(finding)}`),
  ];
  if (totals.headers > 0) notes.push(`${countOf(totals.headers, "line")} told what the others are, and are no events.`);
  if (totals.inherited > 0)
    notes.push(`${countOf(totals.inherited, "event")} without a time took that of the event before.`);
  if (totals.withoutTime > 0) notes.push(paint("yellow", withoutTimeNote(totals.withoutTime)));
  return notes;
}

function withoutTimeNote(count: number): string {
  return [
    `${countOf(count, "event")} stored under the time of arrival: no time was found in ${count === 1 ? "its line" : "their lines"}, or none that is understood.`,
    '  If there is one, say how it is written (--time-format "%d.%m.%Y %H:%M:%S") or what the lines are made of (--pattern);',
    "  --dry-run shows beforehand what becomes of them.",
  ].join("\n");
}
