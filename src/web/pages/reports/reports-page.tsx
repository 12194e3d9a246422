import { Route, Switch } from "wouter";
import { NoPage } from "../../states/no-page.tsx";
import { ExportsPart } from "./exports/exports-part.tsx";
import { ReportsList } from "./list/reports-list.tsx";
import { NewReport } from "./make/new-report.tsx";
import { SchedulePage } from "./schedules/schedule-page.tsx";
import { SchedulesList } from "./schedules/schedules-list.tsx";

/** Reports that are stored, planned, or on their way. */
export default function ReportsPage() {
  return (
    <Switch>
      <Route path="/reports">
        <ReportsList />
      </Route>
      <Route path="/reports/new">
        <NewReport />
      </Route>
      <Route path="/reports/exports">
        <ExportsPart />
      </Route>
      <Route path="/reports/schedules">
        <SchedulesList />
      </Route>
      <Route path="/reports/schedules/:id">
        {({ id }) => <SchedulePage key={id} id={id === "new" ? undefined : Number(id)} />}
      </Route>
      <Route>
        <NoPage />
      </Route>
    </Switch>
  );
}
