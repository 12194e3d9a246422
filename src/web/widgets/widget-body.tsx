import type { ComponentType } from "react";
import { EmptyState } from "../states/empty-state.tsx";
import { FailureBoundary } from "../states/failure-boundary.tsx";
import { words } from "../words/words.ts";
import { kindOf } from "./board-widget.ts";
import { ChangesView } from "./views/changes-view.tsx";
import { DifferencesView } from "./views/differences-view.tsx";
import { EventsView } from "./views/events-view.tsx";
import { IntakeView } from "./views/intake-view.tsx";
import { LastView } from "./views/last-view.tsx";
import { NotificationsView, TasksView } from "./views/listed-views.tsx";
import { LossView } from "./views/loss-view.tsx";
import { PatternsView } from "./views/patterns-view.tsx";
import { RateView } from "./views/rate-view.tsx";
import { StatsView } from "./views/stats-view.tsx";
import { SystemView } from "./views/system-view.tsx";
import { TopView } from "./views/top-view.tsx";
import type { WidgetViewProps } from "./widget-view-props.ts";

/** Shows a widget's result in the way that its config asks for. */
export function WidgetBody(props: WidgetViewProps<unknown>) {
  const View = views[kindOf(props.widget)];
  if (View === undefined) return null;
  return (
    <FailureBoundary of={[props.widget, props.results]} instead={(error) => <NotDrawn error={error} />}>
      <View {...props} />
    </FailureBoundary>
  );
}

function NotDrawn({ error }: { error: Error }) {
  return (
    <div role="alert">
      <EmptyState title={words.states.notDrawn} text={error.message} />
    </div>
  );
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has results of its own
const views: Record<string, ComponentType<WidgetViewProps<any>>> = {
  Search: EventsView,
  Around: EventsView,
  TopN: TopView,
  LastN: LastView,
  EventRate: RateView,
  Stats: StatsView,
  Patterns: PatternsView,
  Changes: ChangesView,
  Differences: DifferencesView,
  ProcessingStats: IntakeView,
  StorageStats: IntakeView,
  LossLedger: LossView,
  Tasks: TasksView,
  Notifications: NotificationsView,
  System_CPU: SystemView,
  System_Memory: SystemView,
  System_DF: SystemView,
  System_IOPS: SystemView,
  System_Network: SystemView,
};
