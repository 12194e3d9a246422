import { countOf, createPaint, formatCount, renderTable, type Style, type TableColumn } from "../output.ts";
import { formatTime } from "../time-arguments.ts";

interface Change {
  id?: string;
  text?: string;
  name?: string;
  kind: "new" | "gone" | "more" | "less";
  count: number;
  base_count: number;
  ratio: number | null;
  adjusted_p_value: number;
}

interface Totals {
  base_from: number;
  base_to: number;
  count: number;
  base_count: number;
  compared: number;
  changed: number;
  volume_ratio: number;
  values: Change[];
}

const styles: Record<string, Style> = { new: "red", gone: "yellow" };

/** The changes as a table, and the range they are compared with. */
export function renderChanges(results: Record<string, unknown>, timezone: string): string {
  const totals = results.totals as Totals;
  const { values, compared, changed, count, base_count, base_from, base_to, volume_ratio } = totals;
  const columns: TableColumn[] = [
    { title: "change", style: (cell) => styles[cell] },
    { title: "before", align: "right" },
    { title: "now", align: "right" },
    { title: "times", align: "right" },
    { title: "chance", align: "right", style: () => "dim" },
    { title: "value" },
  ];
  const rows = values.map((value) => [
    value.kind,
    formatCount(value.base_count),
    formatCount(value.count),
    value.ratio === null ? "" : formatRatio(value.ratio),
    value.adjusted_p_value < leastShown ? `< ${leastShown}` : value.adjusted_p_value.toPrecision(2),
    value.id === undefined ? value.name || "(none)" : `${value.id}  ${value.text}`,
  ]);
  const span = `${formatTime(base_from, timezone, false)} to ${formatTime(base_to, timezone, false)}`;
  const words = `${countOf(changed, "surprising change")} of ${countOf(compared, "value")}: ${countOf(count, "occurrence")}, ${formatCount(base_count)} from ${span}.`;
  const volume =
    Math.abs(Math.log(volume_ratio)) < Math.log(toldVolume)
      ? ""
      : ` Most values changed ${formatRatio(volume_ratio)}; shown is what changed beyond that.`;
  const table = rows.length === 0 ? [] : [renderTable(columns, rows)];
  return [...table, createPaint(process.stdout)("dim", words + volume)].join("\n");
}

const leastShown = 1e-9;
/** The volume is reported when it grew or shrank by this factor. */
const toldVolume = 1.1;

function formatRatio(ratio: number): string {
  return `× ${ratio >= 100 ? formatCount(Math.round(ratio)) : ratio.toPrecision(2)}`;
}
