import { ActionIcon, Button, Progress, Tooltip } from "@mantine/core";
import { IconDownload, IconPlayerStop, IconX } from "@tabler/icons-react";
import { Link, useLocation } from "wouter";
import type { RunningExport as ServiceExport } from "../../../../api/query/schema.ts";
import type { ShortReport } from "../../../../api/reports/schema.ts";
import { may, useUser } from "../../../api/session.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { saveFile } from "../../../exports/download.ts";
import { forgetExport, type RunningExport, stopExport, useExports } from "../../../exports/export-store.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { ReportState } from "../list/report-state.tsx";
import { attempt, removeReport, useAllExports, useUnfinished } from "../report-data.ts";
import { PartsHead } from "../report-parts.tsx";
import { exportsElsewhere } from "./elsewhere.ts";
import classes from "./exports-part.module.css";

/** Exports on their way: to this browser, and into the store of reports. */
export function ExportsPart() {
  const [, navigate] = useLocation();
  const { reports } = words;
  const here = useExports();
  const there = useUnfinished();
  const all = useAllExports(may(useUser(), "search_events"));
  const elsewhere = exportsElsewhere(all.data ?? [], here);
  const isEmpty = here.length === 0 && elsewhere.length === 0 && there.data?.length === 0;
  return (
    <div className={classes.page}>
      <PartsHead />
      {there.error && <FailedState error={there.error} onRetry={() => void there.refetch()} />}
      {!there.error && all.error && <FailedState error={all.error} onRetry={() => void all.refetch()} />}
      {!there.error && there.data === undefined && <LoadingState />}
      {isEmpty && (
        <EmptyState
          title={reports.noExports}
          text={reports.noExportsText}
          action={{ label: reports.toSearch, run: () => navigate("/search") }}
        />
      )}
      <div className={classes.body}>
        {here.length > 0 && (
          <section aria-label={reports.exportsHere}>
            <h2 className={classes.title}>{reports.exportsHere}</h2>
            <p className={classes.hint}>{reports.exportsHint}</p>
            <ul className={classes.list}>
              {here.map((entry) => (
                <ExportEntry key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        )}
        {elsewhere.length > 0 && (
          <section aria-label={reports.exportsElsewhere}>
            <h2 className={classes.title}>{reports.exportsElsewhere}</h2>
            <p className={classes.hint}>{reports.elsewhereHint}</p>
            <ul className={classes.list}>
              {elsewhere.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one answer may be exported twice in the same second
                <ElsewhereEntry key={`${entry.qid} ${index}`} entry={entry} />
              ))}
            </ul>
          </section>
        )}
        {(there.data?.length ?? 0) > 0 && (
          <section aria-label={reports.exportsThere}>
            <h2 className={classes.title}>{reports.exportsThere}</h2>
            <ul className={classes.list}>
              {there.data?.map((report) => (
                <ReportEntry key={report.id} report={report} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function ExportEntry({ entry }: { entry: RunningExport }) {
  const zone = useZone();
  const { reports } = words;
  const { id, title, format, bytes, state, startedAt, problem, file } = entry;
  const isRunning = state === "running";
  const name = file?.name ?? title;
  const said = isRunning ? reports.soFar : reports.came;
  return (
    <li className={classes.entry} data-state={state}>
      <div className={classes.what}>
        <b>{name}</b>
        <span className={classes.facts}>
          {format.toUpperCase()} · <time title={exactTime(startedAt, zone)}>{shortTime(startedAt, zone)}</time>
        </span>
      </div>
      <div className={classes.how}>
        <span className={classes.state}>
          {isRunning && bytes === 0
            ? reports.isMade
            : `${reports.exportStates[state]}, ${said(writeNumber(bytes, "bytes"))}`}
        </span>
        {isRunning && <Progress value={100} animated size={4} aria-label={reports.exportStates.running} />}
        {problem !== undefined && <p className={classes.problem}>{problem}</p>}
      </div>
      <div className={classes.tools}>
        {isRunning && (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            leftSection={<IconPlayerStop size={14} />}
            aria-label={reports.stopOf(name)}
            onClick={() => stopExport(id)}
          >
            {reports.stop}
          </Button>
        )}
        {file !== undefined && (
          <Tooltip label={reports.saveAgain}>
            <ActionIcon size={30} aria-label={reports.saveAgainOf(name)} onClick={() => saveFile(file)}>
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {!isRunning && (
          <Tooltip label={reports.forget}>
            <ActionIcon size={30} aria-label={reports.forgetOf(name)} onClick={() => forgetExport(id)}>
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </li>
  );
}

function ElsewhereEntry({ entry: { file_name, format, started_at } }: { entry: ServiceExport }) {
  const zone = useZone();
  return (
    <li className={classes.entry} data-state="running">
      <div className={classes.what}>
        <b>{file_name}</b>
        <span className={classes.facts}>
          {format.toUpperCase()} · <time title={exactTime(started_at, zone)}>{shortTime(started_at, zone)}</time>
        </span>
      </div>
      <span className={classes.state}>{words.reports.exportStates.running}</span>
    </li>
  );
}

function ReportEntry({ report }: { report: ShortReport }) {
  const zone = useZone();
  const { reports } = words;
  const { id, title, format, created_at } = report;
  const stop = async () => {
    if (await attempt(() => removeReport(report))) toast(reports.stopped(title));
  };
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <Link href={`/reports?report=${id}`}>{title}</Link>
        <span className={classes.facts}>
          {reports.formatNames[format]} · <time title={exactTime(created_at, zone)}>{shortTime(created_at, zone)}</time>
        </span>
      </div>
      <div className={classes.how}>
        <ReportState report={report} />
      </div>
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<IconPlayerStop size={14} />}
          aria-label={reports.stopOf(title)}
          onClick={() => void stop()}
        >
          {reports.stop}
        </Button>
      </div>
    </li>
  );
}
