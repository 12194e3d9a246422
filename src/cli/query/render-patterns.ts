import {
  countOf,
  createPaint,
  formatBytes,
  formatCount,
  renderTable,
  showControls,
  type TableColumn,
} from "../output.ts";
import { formatTime } from "../time-arguments.ts";

interface Pattern {
  id: string;
  text: string;
  count: number;
  share: number;
  bytes: number | null;
  first_seen: number;
  last_seen: number;
  holes?: { distinct: number | null; values: { name: string; count: number }[]; others_at_most: number | null }[];
}

interface Totals {
  count: number;
  pattern_count: number;
  item_count: number;
  values: Pattern[];
}

/** Patterns as a table, each followed by the words in its holes if they were requested; undefined: there are none. */
export function renderPatterns(
  results: Record<string, unknown>,
  { timezone, order, offset }: { timezone: string; order: string; offset: number },
): string | undefined {
  const { count, pattern_count, item_count, values } = (results.totals ?? { values: [] }) as Totals;
  if (values.length === 0) return count > 0 ? `There are ${formatCount(item_count)}, no more.` : undefined;
  const bySize = order === "bytes";
  const byTime = order === "newest" || order === "oldest";
  const columns: TableColumn[] = [
    { title: "count", align: "right" },
    { title: "share", align: "right" },
    ...(bySize ? [{ title: "bytes", align: "right" as const }] : []),
    { title: byTime ? "first seen" : "last seen", style: () => "dim" },
    { title: "id", style: () => "cyan" },
    { title: "pattern" },
  ];
  const rows = values.map((pattern) => [
    formatCount(pattern.count),
    formatShare(pattern.share),
    ...(bySize ? [formatBytes(pattern.bytes ?? 0)] : []),
    formatTime(byTime ? pattern.first_seen : pattern.last_seen, timezone),
    pattern.id,
    pattern.text,
  ]);
  const [head, ...lines] = renderTable(columns, rows).split("\n");
  const body = lines.flatMap((line, i) => [line, ...holeLines(values[i]!)]);
  const shown =
    values.length < item_count
      ? ` ${formatCount(offset + 1)} to ${formatCount(offset + values.length)} of ${formatCount(item_count)} lines are shown; --limit and --offset show others.`
      : "";
  const rest = `${countOf(pattern_count, "pattern")}, ${countOf(count, "occurrence")}.${shown}`;
  return [head, ...body, createPaint(process.stdout)("dim", rest)].join("\n");
}

function holeLines({ holes = [] }: Pattern): string[] {
  return holes.map(({ distinct, values, others_at_most }, i) => {
    const listed = values.map(({ name, count }) => `${name} (${formatCount(count)})`).join(", ");
    const many = distinct === null ? "very many values" : countOf(distinct, "value");
    const rest =
      others_at_most === null ? "" : `${listed && "; "}no other one more than ${formatCount(others_at_most)} times`;
    const found = `${many}: ${listed}${rest}`;
    return showControls(`    <*> ${i + 1}: ${found}`);
  });
}

function formatShare(share: number): string {
  const percent = share * 100;
  return percent > 0 && percent < 0.1 ? "< 0.1 %" : `${percent.toFixed(1)} %`;
}
