import { useLocation } from "wouter";
import { ApiError } from "../../../api/api-error.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { words } from "../../../words/words.ts";
import { useSchedule } from "../report-data.ts";
import { ScheduleEditor } from "./schedule-editor.tsx";

/** Shows a schedule by its number; without one, a new schedule. */
export function SchedulePage({ id }: { id: number | undefined }) {
  const [, navigate] = useLocation();
  const found = useSchedule(id);
  const failure = failureOf(found);
  const { reports } = words;
  const isGone = Number.isNaN(id) || (found.error instanceof ApiError && [400, 404].includes(found.error.status));
  if (id === undefined) return <ScheduleEditor stored={undefined} />;
  if (isGone)
    return (
      <EmptyState
        title={reports.scheduleGone}
        text={reports.scheduleGoneText}
        action={{ label: reports.toSchedules, run: () => navigate("/reports/schedules") }}
      />
    );
  if (failure) return <FailedState error={failure} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={12} />;
  return <ScheduleEditor key={found.data.id} stored={found.data} />;
}
