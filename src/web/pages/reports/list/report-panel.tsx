import { Button } from "@mantine/core";
import { IconDownload, IconExternalLink, IconPlayerStop, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { ShortReport } from "../../../../api/reports/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { SidePanel } from "../../../layout/side-panel.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { attempt, isUnfinished, removeReport, reportsPath, useReport } from "../report-data.ts";
import { Deliveries } from "./deliveries.tsx";
import { ReportPreview } from "./report-preview.tsx";
import { ReportState } from "./report-state.tsx";
import classes from "./reports-list.module.css";

/** Shows one report: its facts, its deliveries and its content. */
export function ReportPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const found = useReport(id);
  const { reports } = words;
  const isGone = found.error instanceof ApiError && found.error.status === 404;
  return (
    <SidePanel label={found.data?.title ?? reports.facts} head={found.data?.title} onClose={onClose}>
      {isGone ? (
        <EmptyState title={reports.gone} text={reports.goneText} action={{ label: reports.toList, run: onClose }} />
      ) : found.error ? (
        <FailedState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState />
      ) : (
        <Facts report={found.data} onClose={onClose} />
      )}
    </SidePanel>
  );
}

function Facts({ report, onClose }: { report: ShortReport; onClose: () => void }) {
  const { reports } = words;
  const { id, status, format, size, source_type, source_id, schedule_id, owner, error } = report;
  const isOfBoard = source_type === "dashboard" && source_id !== null;
  return (
    <>
      <Tools report={report} onClose={onClose} />
      <dl className={classes.factsList} aria-label={reports.facts}>
        <Fact name={reports.state}>
          <ReportState report={report} />
        </Fact>
        <Fact name={reports.format}>
          {reports.formatNames[format]}
          {size !== null && `, ${writeNumber(size, "bytes")}`}
        </Fact>
        <Fact name={reports.source}>
          {isOfBoard ? (
            <Link href={`/dashboards/${source_id}`}>{reports.dashboard}</Link>
          ) : source_type === "dashboard" ? (
            reports.dashboard
          ) : (
            reports.question
          )}
        </Fact>
        {schedule_id !== null && (
          <Fact name={reports.plan}>
            <Link href={`/reports/schedules/${schedule_id}`}>{reports.toPlan}</Link>
          </Fact>
        )}
        <Fact name={reports.owner}>{owner.fullname || owner.username}</Fact>
        <TimeFact name={reports.ordered} time={report.created_at} />
        {report.finished_at !== null && <TimeFact name={reports.finished} time={report.finished_at} />}
      </dl>
      {error !== null && (
        <>
          <h2 className={classes.sub}>{reports.why}</h2>
          <p className={classes.why}>{error}</p>
        </>
      )}
      {schedule_id !== null && (
        <>
          <h2 className={classes.sub}>{reports.deliveries}</h2>
          <Deliveries deliveries={report.deliveries} />
        </>
      )}
      {status !== "FAILURE" && (
        <>
          <h2 className={classes.sub}>{reports.preview}</h2>
          {status === "SUCCESS" ? (
            <ReportPreview id={id} format={format} />
          ) : (
            <p className={classes.hint}>{reports.previewLater}</p>
          )}
        </>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function TimeFact({ name, time }: { name: string; time: number }) {
  const zone = useZone();
  return (
    <Fact name={name}>
      <time title={exactTime(time, zone)}>{shortTime(time, zone)}</time>
    </Fact>
  );
}

/** Download and delete: one in the making is stopped at once; deleting a finished one is confirmed first. */
function Tools({ report, onClose }: { report: ShortReport; onClose: () => void }) {
  const { reports, parts } = words;
  const { id, title, status } = report;
  const [asks, setAsks] = useState(false);
  const stop = async () => {
    if (await attempt(() => removeReport(report))) toast(reports.stopped(title));
    onClose();
  };
  const remove = async () => {
    onClose();
    await removeReport(report);
    toast(reports.removed(title));
  };
  return (
    <div className={classes.tools}>
      {status === "SUCCESS" && (
        <Button component="a" href={`${reportsPath}/${id}/file`} download leftSection={<IconDownload size={15} />}>
          {reports.download}
        </Button>
      )}
      {status === "SUCCESS" && report.format === "pdf" && (
        <Button
          component="a"
          variant="default"
          href={`${reportsPath}/${id}/file?show=true`}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={15} />}
        >
          {reports.show}
        </Button>
      )}
      {isUnfinished(report) ? (
        <Button
          variant="light"
          color="red"
          leftSection={<IconPlayerStop size={15} />}
          aria-label={reports.stopOf(title)}
          onClick={() => void stop()}
        >
          {reports.stop}
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconTrash size={15} />} onClick={() => setAsks(true)}>
          {reports.remove}
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          title={reports.remove}
          text={reports.removeAsk(title)}
          does={parts.remove}
          run={remove}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}
