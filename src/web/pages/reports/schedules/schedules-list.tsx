import { Button, Switch } from "@mantine/core";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "wouter";
import type { ReportSchedule } from "../../../../api/report-schedules/schema.ts";
import { useActions } from "../../../actions/action-store.ts";
import { call } from "../../../api/call.ts";
import { useNameFinder } from "../../../layout/use-name-finder.tsx";
import { useApiPages } from "../../../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../../../lists/virtual-list.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { attempt, refreshSchedules, schedulesPath } from "../report-data.ts";
import { PartsHead } from "../report-parts.tsx";
import { describeCron } from "./explain-cron.ts";
import classes from "./schedules-list.module.css";

/** Every schedule: when it runs, when it ran, and whether that went well. */
export function SchedulesList() {
  const [, navigate] = useLocation();
  const list = useRef<VirtualListHandle>(null);
  const finder = useNameFinder();
  const pages = useApiPages<ReportSchedule>(schedulesPath, { ordering: "title", find: finder.find });
  const { reports, parts } = words;
  const make = () => navigate("/reports/schedules/new");
  useActions([
    { id: "new-schedule", label: reports.newSchedule, group: "This page", keys: "n", run: make },
    { id: "find-name", label: parts.find, group: "This page", keys: "/", run: finder.focus },
    { id: "next", label: parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    { id: "previous", label: parts.previousEntry, group: "This page", keys: "k", run: () => list.current?.move(-1) },
    { id: "open", label: parts.openEntry, group: "This page", keys: "Enter", run: () => list.current?.openChosen() },
  ]);
  return (
    <div className={classes.page}>
      <PartsHead note={pages.count ? reports.schedulesCount(pages.count) : undefined}>
        {finder.field}
        <Button leftSection={<IconPlus size={15} />} onClick={make}>
          {reports.newSchedule}
        </Button>
      </PartsHead>
      {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
      {!pages.error && pages.count === undefined && <LoadingState lines={10} />}
      {pages.count === 0 && finder.find !== undefined && <EmptyState title={parts.noneSo} />}
      {pages.count === 0 && finder.find === undefined && (
        <EmptyState
          title={reports.noSchedules}
          text={reports.noSchedulesText}
          action={{ label: reports.newSchedule, run: make }}
        />
      )}
      {!pages.error && (pages.count ?? 0) > 0 && (
        <VirtualList
          ref={list}
          label={reports.schedules}
          pages={pages}
          rowHeight={56}
          idOf={({ id }) => id}
          openId={null}
          onOpen={({ id }) => navigate(`/reports/schedules/${id}`)}
        >
          {(schedule) => <Entry schedule={schedule} />}
        </VirtualList>
      )}
    </div>
  );
}

function Entry({ schedule }: { schedule: ReportSchedule }) {
  const zone = useZone();
  const { reports } = words;
  const { title, cron, timezone, format, owner, next_run, last_run, last_error } = schedule;
  return (
    <div className={classes.entry} role="presentation" data-off={!schedule.is_active}>
      <span role="gridcell">
        <ActiveSwitch schedule={schedule} />
      </span>
      <span role="gridcell" className={classes.name}>
        <b>{title}</b>
        <span className={classes.facts} title={`${cron} ${timezone}`}>
          {reports.readBack(describeCron(cron) ?? cron, timezone)} · {reports.formatNames[format]}
        </span>
      </span>
      <span role="gridcell" className={classes.times}>
        <span title={next_run === null ? undefined : exactTime(next_run, zone)}>
          {next_run === null ? reports.notPlanned : reports.nextAt(shortTime(next_run, zone))}
        </span>
        <span className={classes.facts} title={last_run === null ? undefined : exactTime(last_run, zone)}>
          {last_run === null ? reports.neverRan : reports.lastAt(shortTime(last_run, zone))}
        </span>
      </span>
      <span role="gridcell" className={classes.bad} title={last_error ?? undefined}>
        {last_error !== null && (
          <>
            <IconAlertTriangle size={14} aria-hidden /> {reports.lastFailed}
          </>
        )}
      </span>
      <span role="gridcell" className={classes.owner}>
        {owner.fullname || owner.username}
      </span>
    </div>
  );
}

function ActiveSwitch({ schedule: { id, title, is_active } }: { schedule: ReportSchedule }) {
  const change = useMutation({
    mutationFn: (next: boolean) =>
      attempt(() => call("PATCH", `${schedulesPath}/${id}`, { body: { is_active: next } })),
    onSettled: refreshSchedules,
  });
  return (
    // biome-ignore lint/a11y: only keeps the row from opening
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        aria-label={words.reports.switchOn(title)}
        checked={change.isPending ? change.variables : is_active}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </span>
  );
}
