import { Progress } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock, IconLoader2, IconSendOff } from "@tabler/icons-react";
import type { ShortReport } from "../../../../api/reports/schema.ts";
import { isPartly } from "../../../states/partly.ts";
import { words } from "../../../words/words.ts";
import { isUnfinished } from "../report-data.ts";
import classes from "./reports-list.module.css";

const icons = { PENDING: IconClock, IN_PROGRESS: IconLoader2, SUCCESS: IconCheck, FAILURE: IconAlertTriangle };

/** The report's state: a word, a sign, and its progress. */
export function ReportState({ report }: { report: ShortReport }) {
  const { reports } = words;
  const { status, progress, deliveries } = report;
  const Icon = icons[status];
  const lost = deliveries.filter(({ state }) => state === "failed");
  return (
    <span className={classes.state} data-status={status}>
      <Icon size={14} aria-hidden />
      <span>
        {reports.status[status]}
        {status === "IN_PROGRESS" && ` ${reports.percent(progress)}`}
      </span>
      {isUnfinished(report) && <Progress className={classes.progress} value={progress} size={4} aria-hidden />}
      {lost.length > 0 && (
        <span className={classes.lost}>
          <IconSendOff size={14} aria-hidden />{" "}
          {reports.deliveryStates[lost.every(({ error }) => isPartly(error)) ? "partly" : "failed"]}
        </span>
      )}
    </span>
  );
}
