import { Pie } from "../../charts/pie.tsx";
import { restColor, seriesColor } from "../../charts/series-colors.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { ValueBars } from "../../charts/value-bars.tsx";
import { severities } from "../../theme/severity.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import { configOf } from "../board-widget.ts";
import type { NamedCount, TopResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Badge } from "./badge.tsx";
import { Nothing } from "./nothing.tsx";

type TopViewProps = WidgetViewProps<TopResult>;

/** The most frequent values of a field: as a list, a ring, over time, or the first as a number. */
export function TopView(props: TopViewProps) {
  const { field = "host", view_type } = configOf(props.widget);
  if (props.results.totals.values.length === 0) return <Nothing text={words.widgets.noEventHas(field)} />;
  if (view_type === "pie_chart") return <TopPie {...props} />;
  if (view_type === "badge") return <TopBadge {...props} />;
  if (view_type === "time_chart_bars" || view_type === "time_chart_splines") return <TopCourse {...props} />;
  return <TopList {...props} />;
}

/** The service puts all others last, where they were asked for; a value may be called the same. */
function readValues({ widget, results, actions }: TopViewProps) {
  const config = configOf(widget) as { field?: string; show_other?: boolean; limit?: number };
  const { field = "host", show_other, limit = 5 } = config;
  const { values } = results.totals;
  return values.map((value, index) => {
    const isOther = show_other === true && index === limit;
    return {
      ...value,
      field,
      key: isOther ? " other" : value.name,
      label: isOther ? words.widgets.allOthers : labelOf(field, value.name),
      color: isOther ? restColor : seriesColor(index, value.name, field),
      onOpen:
        isOther || value.name === ""
          ? undefined
          : actions.onValue && (() => actions.onValue?.({ field, value: value.name })),
    };
  });
}

/** Severities have names, also where they were asked for by number. */
function labelOf(field: string, name: string): string {
  if (name === "") return words.widgets.none;
  return (field === "severity" ? severities[Number(name)]?.label : undefined) ?? name;
}

function TopList(props: TopViewProps) {
  const values = readValues(props);
  const most = Math.max(...values.map(({ count }) => count));
  return (
    <ValueBars
      bars={values.map(({ key, label, count, subfields, onOpen }) => ({
        key,
        name: label,
        share: count / most,
        figure: writeNumber(count),
        more: subfields && describeSubfields(subfields),
        onOpen,
      }))}
    />
  );
}

function describeSubfields(subfields: Record<string, NamedCount[]>): string {
  return Object.values(subfields)
    .flatMap((values) =>
      values.filter(({ name }) => name !== "").map(({ name, count }) => `${name} ${writeNumber(count)}`),
    )
    .join(", ");
}

function TopPie(props: TopViewProps) {
  return <Pie parts={readValues(props).map(({ label, ...value }) => ({ ...value, name: label }))} />;
}

function TopBadge(props: TopViewProps) {
  const { totals, details = [] } = props.results;
  const [first] = readValues(props);
  const counts = details.map(({ total_values }) => total_values[0]?.count ?? 0);
  return <Badge value={totals.values[0]!.count} counts={counts} figures={[{ name: first!.label, text: "" }]} />;
}

function TopCourse(props: TopViewProps) {
  const { widget, results, zone, actions } = props;
  const details = results.details ?? [];
  return (
    <TimeChart
      steps={details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }))}
      series={readValues(props).map(({ label, color }, index) => ({
        name: label,
        color,
        values: details.map(({ total_values }) => total_values[index]?.count ?? 0),
      }))}
      kind={configOf(widget).view_type === "time_chart_splines" ? "lines" : "bars"}
      zone={zone}
      label={words.widgets.overTime(widget.title)}
      onZoom={actions.onZoom}
    />
  );
}
