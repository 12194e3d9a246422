import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { ask, QueryFailure } from "../../../api/ask.ts";
import { call } from "../../../api/call.ts";
import { useInSight } from "../../../live/use-in-sight.ts";
import { useLiveWidget } from "../../../live/use-live-widget.ts";
import { explain } from "../../../states/explain.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import type { Board, BoardWidget } from "../../../widgets/board-widget.ts";
import { WidgetBody } from "../../../widgets/widget-body.tsx";
import { words } from "../../../words/words.ts";
import classes from "../report-form.module.css";
import type { Question, ReportDraft } from "./report-draft.ts";

/** Asks this long after the last change. */
const pausedMs = 500;

/** Previews the report as if it were made now. */
export function ReportOutlook({ draft }: { draft: ReportDraft }) {
  const { reports } = words;
  const [settled] = useDebouncedValue(draft, pausedMs);
  const { source, question, dashboardId, timezone } = settled;
  return (
    <section aria-label={reports.live}>
      <h2 className={classes.title}>{reports.live}</h2>
      {source === "query" ? (
        <QuestionOutlook question={question} timezone={timezone} />
      ) : (
        dashboardId !== null && <BoardOutlook key={dashboardId} id={dashboardId} timezone={timezone} />
      )}
    </section>
  );
}

function QuestionOutlook({ question: { type, params }, timezone }: { question: Question; timezone: string }) {
  const { reports, parts } = words;
  const range = { ...(params.time_range as object), timezone };
  const asked = { ...params, time_range: range, ...(type === "Search" && { page_size: 20 }) };
  const found = useQuery({
    queryKey: ["report-outlook", type, asked],
    queryFn: ({ signal }) => ask<unknown>(type, asked, { signal }),
    placeholderData: (previous) => previous,
  });
  if (found.error) {
    const { title, text } = explain(found.error);
    return (
      <p className={classes.problem} role="alert">
        {parts.refused(title, text)}
      </p>
    );
  }
  if (found.data === undefined || found.isPlaceholderData) return <LoadingState lines={5} />;
  return (
    <>
      <div className={classes.outlook}>
        <WidgetBody
          widget={{ type: type as BoardWidget["type"], title: "", config: viewOf(type, params) }}
          results={found.data.results}
          zone={timezone}
          actions={{}}
        />
      </div>
      {type === "Search" && <p className={classes.hint}>{reports.liveMore}</p>}
    </>
  );
}

function viewOf(type: string, params: Record<string, unknown>): Record<string, unknown> {
  return type === "TopN" ? { field: params.field, view_type: "list" } : params;
}

/** Each of its widgets, as it is now. */
function BoardOutlook({ id, timezone }: { id: number; timezone: string }) {
  const board = useQuery({
    queryKey: ["dashboards", id],
    queryFn: ({ signal }) => call<Board>("GET", `/api/dashboards/${id}`, { signal }),
  });
  if (board.error) return <p className={classes.problem}>{explain(board.error).text}</p>;
  if (board.data === undefined) return <LoadingState lines={5} />;
  if (board.data.widgets.length === 0) return <p className={classes.hint}>{words.reports.noWidgets}</p>;
  return board.data.widgets.map((widget) => (
    <WidgetOutlook key={widget.id} board={id} widget={widget} timezone={timezone} />
  ));
}

interface WidgetOutlookProps {
  board: number;
  widget: BoardWidget;
  timezone: string;
}

function WidgetOutlook({ board, widget, timezone }: WidgetOutlookProps) {
  const { reports } = words;
  const frame = useRef<HTMLElement>(null);
  const { record, error } = useLiveWidget(widget.id, { dashboard: board }, useInSight(frame));
  const failure = error ?? (record?.status === "FAILURE" ? new QueryFailure(record, reports.unanswered) : undefined);
  return (
    <article ref={frame} className={classes.widget} aria-label={reports.liveOf(widget.title)}>
      <h3 className={classes.sub}>{widget.title}</h3>
      <div className={classes.outlook}>
        {failure !== undefined ? (
          <p className={classes.problem}>{explain(failure).plain}</p>
        ) : record?.results == null ? (
          <LoadingState lines={3} />
        ) : (
          <WidgetBody widget={widget} results={record.results} zone={timezone} actions={{}} />
        )}
      </div>
    </article>
  );
}
