import { Link } from "wouter";
import type { DashboardsResult, WidgetTimes } from "../../../../performance/result-schemas.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { words } from "../../../words/words.ts";
import { figuresOf } from "../figures.ts";
import classes from "../performance-page.module.css";
import { writeFigure } from "../write-figure.ts";
import { FigureBars } from "./figure-bars.tsx";

/** Dashboards and widgets that take long, and why. */
export function DashboardsView({ result }: { result: DashboardsResult }) {
  const { performance: said } = words;
  const { dashboards } = result;
  const boards = figuresOf({ name: "performance-test.dashboard", result }).filter(({ key }) =>
    key.startsWith("board "),
  );
  const most = Math.max(...dashboards.flatMap(({ widgets }) => widgets.map(({ p95_ms }) => p95_ms ?? 0)), 1e-9);
  if (dashboards.length === 0) return <p className={classes.hint}>{said.noBoards}</p>;
  return (
    <>
      <FigureBars title={said.boards} figures={boards} />
      {dashboards.map(({ id, title, widgets }) => (
        <section key={id} className={classes.part} aria-label={title}>
          <h2 className={classes.title}>
            <Link href={`/dashboards/${id}`}>{title}</Link>
          </h2>
          <ul className={classes.measured}>
            {widgets.map((widget) => (
              <Widget key={widget.id} widget={widget} most={most} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Widget({ widget, most }: { widget: WidgetTimes; most: number }) {
  const { performance: said } = words;
  const { title, p95_ms, cold_ms, rows_read, bytes_read, status, error, reason } = widget;
  return (
    <li>
      <div className={classes.measuredLine}>
        <i style={{ width: `${((p95_ms ?? 0) / most) * 100}%` }} />
        <span className={classes.measuredName}>{title}</span>
        <span className={classes.hint}>{said.read(writeNumber(rows_read), writeNumber(bytes_read, "bytes"))}</span>
        <b>{status === "FAILURE" ? said.failedWidget : writeFigure(p95_ms, "ms")}</b>
      </div>
      {cold_ms !== null && <p className={classes.hint}>{said.cold(writeFigure(cold_ms, "ms"))}</p>}
      {error !== null && <p className={classes.problem}>{error}</p>}
      {error === null && reason !== null && <p className={classes.problem}>{words.service.slowness(reason)}</p>}
    </li>
  );
}
