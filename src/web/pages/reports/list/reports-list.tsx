import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { parseAsInteger, useQueryState } from "nuqs";
import { useRef } from "react";
import { useLocation } from "wouter";
import type { ShortReport } from "../../../../api/reports/schema.ts";
import { useActions } from "../../../actions/action-store.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { useNameFinder } from "../../../layout/use-name-finder.tsx";
import { useApiPages } from "../../../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../../../lists/virtual-list.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { reportsPath, useUnfinished } from "../report-data.ts";
import { PartsHead } from "../report-parts.tsx";
import { ReportPanel } from "./report-panel.tsx";
import { ReportState } from "./report-state.tsx";
import classes from "./reports-list.module.css";

/** Everything that was made or is being made; one of them beside it. */
export function ReportsList() {
  const [, navigate] = useLocation();
  const [openId, setOpenId] = useQueryState("report", parseAsInteger.withOptions({ history: "push" }));
  const list = useRef<VirtualListHandle>(null);
  const unfinished = useUnfinished().data;
  const finder = useNameFinder();
  const pages = useApiPages<ShortReport>(reportsPath, { ordering: "-created_at", find: finder.find });
  const { reports, parts } = words;
  const make = () => navigate("/reports/new");
  const close = () => {
    void setOpenId(null);
    list.current?.focus();
  };
  useActions([
    { id: "new-report", label: reports.make, group: "This page", keys: "n", run: make },
    { id: "find-name", label: parts.find, group: "This page", keys: "/", run: finder.focus },
    { id: "next", label: parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    { id: "previous", label: parts.previousEntry, group: "This page", keys: "k", run: () => list.current?.move(-1) },
    { id: "open", label: parts.openEntry, group: "This page", keys: "Enter", run: () => list.current?.openChosen() },
    ...(openId === null
      ? []
      : [{ id: "close", label: parts.closeEntry, group: "This page" as const, keys: "Escape", run: close }]),
  ]);
  return (
    <div className={classes.page}>
      <PartsHead note={pages.count ? reports.count(pages.count) : undefined}>
        {finder.field}
        <Button leftSection={<IconPlus size={15} />} onClick={make}>
          {reports.make}
        </Button>
      </PartsHead>
      <div className={classes.halves}>
        <div className={classes.list}>
          {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
          {!pages.error && pages.count === undefined && <LoadingState lines={10} />}
          {pages.count === 0 && finder.find !== undefined && <EmptyState title={parts.noneSo} />}
          {pages.count === 0 && finder.find === undefined && (
            <EmptyState title={reports.none} text={reports.noneText} action={{ label: reports.make, run: make }} />
          )}
          {!pages.error && (pages.count ?? 0) > 0 && (
            <VirtualList
              ref={list}
              label={reports.title}
              pages={pages}
              rowHeight={52}
              idOf={({ id }) => id}
              openId={openId}
              onOpen={({ id }) => void setOpenId(id)}
            >
              {(report) => <Entry report={unfinished?.find(({ id }) => id === report.id) ?? report} />}
            </VirtualList>
          )}
        </div>
        {openId !== null && <ReportPanel key={openId} id={openId} onClose={close} />}
      </div>
    </div>
  );
}

function Entry({ report }: { report: ShortReport }) {
  const zone = useZone();
  const { reports } = words;
  const { title, format, size, source_type, schedule_id, created_at, owner } = report;
  const source = source_type === "query" ? reports.ofQuery : reports.ofDashboard;
  return (
    <div className={classes.entry} role="presentation">
      <span role="gridcell" className={classes.name}>
        <b>{title}</b>
        <span className={classes.facts}>
          {[
            reports.formatNames[format],
            ...(size === null ? [] : [writeNumber(size, "bytes")]),
            source,
            ...(schedule_id === null ? [] : [reports.byPlan]),
          ].join(" · ")}
        </span>
      </span>
      <span role="gridcell" className={classes.stateCell}>
        <ReportState report={report} />
      </span>
      <span role="gridcell" className={classes.owner}>
        {owner.fullname || owner.username}
      </span>
      <span role="gridcell" className={classes.time} title={exactTime(created_at, zone)}>
        {shortTime(created_at, zone)}
      </span>
    </div>
  );
}
