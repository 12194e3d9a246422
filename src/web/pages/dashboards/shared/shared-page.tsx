import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from "react";
import type { SharedDashboard } from "../../../../api/dashboard-links/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { useInSight } from "../../../live/use-in-sight.ts";
import { ConnectionBar } from "../../../states/connection-bar.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { explain } from "../../../states/explain.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { WidgetBody } from "../../../widgets/widget-body.tsx";
import { words } from "../../../words/words.ts";
import gridClasses from "../board/board-grid.module.css";
import boardClasses from "../board/board-page.module.css";
import { placesOf } from "../board/grid-layout.ts";
import frameClasses from "../board/widget-frame.module.css";
import classes from "./shared-page.module.css";

type SharedWidget = SharedDashboard["widgets"][number];

interface SharedResult {
  status: string;
  error: string | null;
  results: unknown;
}

/** A dashboard as a link shows it to somebody without an account. Only the fragment of the address holds the key. */
export default function SharedPage() {
  const key = useLinkKey();
  const board = useQuery({
    queryKey: ["shared", key],
    queryFn: ({ signal }) => ask<SharedDashboard>(key, "", signal),
    refetchInterval: boardEveryMs,
    staleTime: 0,
  });
  const { title } = board.data ?? {};
  useEffect(() => {
    document.title = title === undefined ? "vigie" : `${title} · vigie`;
  }, [title]);
  if (board.error instanceof ApiError && board.error.status === 404)
    return (
      <main className={classes.alone}>
        <EmptyState title={words.dashboards.shared.opensNothing} text={words.dashboards.shared.opensNothingText} />
      </main>
    );
  if (board.data === undefined)
    return (
      <main className={classes.alone}>
        {board.error ? <FailedState error={board.error} onRetry={() => void board.refetch()} /> : <LoadingState />}
      </main>
    );
  return <SharedBoard linkKey={key} board={board.data} />;
}

/** The link and its dashboard are read again this often. */
const boardEveryMs = 60_000;
/**
 * Widgets are asked again this often unless the dashboard says otherwise, and never more often than the least below.
 */
const widgetEverySeconds = 30;
const widgetSecondsMin = 10;

function SharedBoard({ linkKey, board }: { linkKey: string; board: SharedDashboard }) {
  const zone = useZone();
  const said = words.dashboards.shared;
  const { title, ends_at, left_out, refresh, widgets } = board;
  const everyMs = Math.max(widgetSecondsMin, refresh || widgetEverySeconds) * 1000;
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  const places = placesOf(widgets.map((widget) => ({ ...widget, is_read_only: true })));
  return (
    <main className={`${boardClasses.page} ${classes.page}`}>
      <ConnectionBar />
      <header className={boardClasses.bar}>
        <h1 className={boardClasses.title}>
          <span className={boardClasses.name}>{title}</span>
        </h1>
        <p className={classes.facts}>
          {left_out > 0 && <span>{said.leftOut(left_out)}</span>}
          <span title={exactTime(ends_at, zone)}>{said.until(shortTime(ends_at, zone))}</span>
        </p>
      </header>
      <div className={boardClasses.scroll}>
        {widgets.length === 0 && <EmptyState title={said.empty} text={said.emptyText} />}
        <div className={gridClasses.grid}>
          {places.map(({ id, x, y, w, h }) => {
            const widget = byId.get(id)!;
            const style = { "--x": x + 1, "--y": y + 1, "--w": w, "--h": h } as CSSProperties;
            return (
              <section key={id} className={gridClasses.cell} style={style} aria-label={widget.title}>
                <SharedFrame linkKey={linkKey} widget={widget} everyMs={everyMs} zone={zone} />
              </section>
            );
          })}
        </div>
      </div>
    </main>
  );
}

interface SharedFrameProps {
  linkKey: string;
  widget: SharedWidget;
  everyMs: number;
  zone: string;
}

/** A widget that can only be looked at. */
function SharedFrame({ linkKey, widget, everyMs, zone }: SharedFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const isInSight = useInSight(frame);
  const { id, title } = widget;
  const { data, error } = useQuery({
    queryKey: ["shared", linkKey, id],
    queryFn: ({ signal }) => ask<SharedResult>(linkKey, `/widgets/${id}`, signal),
    enabled: isInSight,
    refetchInterval: everyMs,
    staleTime: everyMs / 2,
    retry: (count, failure) => count < triesMax && failure instanceof ApiError && failure.status === 429,
    retryDelay: retryMs,
  });
  const failure =
    error ?? (data?.status === "FAILURE" ? new Error(data.error ?? words.dashboards.widget.couldNot) : undefined);
  return (
    <article ref={frame} className={frameClasses.frame}>
      <header className={frameClasses.head}>
        <h2 className={frameClasses.title}>{title}</h2>
      </header>
      {failure && data?.results == null ? (
        <p className={frameClasses.failure} role="alert">
          <b>{words.states.notAnswered}</b>
          {error instanceof ApiError && error.status === 403 ? words.dashboards.shared.mayNot : explain(failure).text}
        </p>
      ) : data?.results == null ? (
        <LoadingState lines={3} />
      ) : (
        <WidgetBody widget={widget} results={data.results} zone={zone} actions={{}} />
      )}
    </article>
  );
}

/** Others look through the same link. */
const triesMax = 10;
const retryMs = 2_000;

function ask<T>(key: string, path: string, signal: AbortSignal): Promise<T> {
  return call<T>("GET", `/api/shared-dashboard${path}`, { headers: { authorization: `Token ${key}` }, signal });
}

function useLinkKey(): string {
  return useSyncExternalStore(
    (listener) => {
      addEventListener("hashchange", listener);
      return () => removeEventListener("hashchange", listener);
    },
    () => location.hash.slice(1),
  );
}
