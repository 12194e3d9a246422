import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ReportSchedule } from "../../../../api/report-schedules/schema.ts";
import type { ShortReport } from "../../../../api/reports/schema.ts";
import { call } from "../../../api/call.ts";
import { explain } from "../../../states/explain.ts";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { Deliveries } from "../list/deliveries.tsx";
import { ReportState } from "../list/report-state.tsx";
import { isUnfinished, reportsPath } from "../report-data.ts";
import classes from "../report-form.module.css";

const shownMax = 20;
const lookMs = 1_000;

/** The reports a schedule has made and their states, followed while one is on its way. */
export function ScheduleRuns({ schedule }: { schedule: ReportSchedule }) {
  const { reports, parts } = words;
  const { id, last_error } = schedule;
  const found = useQuery({
    queryKey: [reportsPath, "of-schedule", id],
    queryFn: async ({ signal }) => {
      const query = { schedule_id: id, page_size: shownMax, ordering: "-id" };
      return (await call<{ objects: ShortReport[] }>("GET", reportsPath, { query, signal })).objects;
    },
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => (data.some(isUnderWay) ? lookMs : false),
  });
  const problem = found.error && explain(found.error);
  return (
    <section aria-label={reports.runs}>
      <h2 className={classes.title}>{reports.runs}</h2>
      {last_error !== null && (
        <div className={classes.why}>
          <b>{reports.lastError}</b>
          {`\n${words.service.fault(last_error)}`}
        </div>
      )}
      {problem && <p className={classes.problem}>{parts.refused(problem.title, problem.text)}</p>}
      {found.data?.length === 0 && <p className={classes.hint}>{reports.noRuns}</p>}
      <ul className={classes.runs}>
        {found.data?.map((report) => (
          <Run key={report.id} report={report} />
        ))}
      </ul>
    </section>
  );
}

function isUnderWay(report: ShortReport): boolean {
  return isUnfinished(report) || report.deliveries.some(({ state }) => state === "owed");
}

function Run({ report }: { report: ShortReport }) {
  const zone = useZone();
  return (
    <li>
      <div className={classes.runLine}>
        <Link href={`/reports?report=${report.id}`} title={exactTime(report.created_at, zone)}>
          {shortTime(report.created_at, zone)}
        </Link>
        <ReportState report={report} />
      </div>
      {report.error !== null && <p className={classes.problem}>{report.error}</p>}
      {report.deliveries.length > 0 && <Deliveries deliveries={report.deliveries} />}
    </li>
  );
}
