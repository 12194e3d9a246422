import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { IconMinus } from "@tabler/icons-react";
import type { Narrow } from "../../../query-line/use-narrow.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { roundStep } from "../../../time/time-range.ts";
import { useTopValues } from "../fields/top-values.ts";
import classes from "./groups-view.module.css";
import { Sparkline } from "./sparkline.tsx";

interface GroupsViewProps {
  asked: { q: string; from: number; to: number };
  field: string;
  narrow: Narrow;
  /** Shows the events of one value. */
  onEvents: (value: string) => void;
}

const groupsMax = 200;
const stepsMax = 40;

/** The events that were found, counted by the values of a field, each with its course. */
export function GroupsView({ asked, field, narrow, onEvents }: GroupsViewProps) {
  const step = roundStep(asked.to - asked.from, stepsMax);
  const top = useTopValues({ ...asked, field, limit: groupsMax, step });
  if (top.error) return <FailedState error={top.error} onRetry={() => void top.refetch()} />;
  if (top.data === undefined) return <LoadingState lines={12} />;
  const { totals, details = [] } = top.data.results;
  const total = totals.values.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <EmptyState title={`None of these events has ${field}`} text="Group by another field." />;
  const named = totals.values.slice(0, groupsMax);
  const other = totals.values[groupsMax];
  return (
    <div className={classes.groups}>
      <table className={classes.table}>
        <caption className={classes.caption}>
          {total.toLocaleString("en")} occurrences have {field},{" "}
          {other === undefined
            ? `${named.length} different values`
            : `of which the ${groupsMax} most frequent values are shown`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{field}</th>
            <th scope="col" className={classes.figure}>
              Count
            </th>
            <th scope="col" className={classes.figure}>
              Share
            </th>
            <th scope="col">Course</th>
            <th scope="col">
              <span className={classes.hidden}>Leave out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {named.map(({ name, count }, index) => (
            <tr key={name}>
              <td className={classes.value}>
                <i style={{ width: `${(count / named[0]!.count) * 100}%` }} />
                <UnstyledButton className={classes.name} onClick={() => onEvents(name)}>
                  {name}
                </UnstyledButton>
              </td>
              <td className={classes.figure}>{count.toLocaleString("en")}</td>
              <td className={classes.figure}>{((count / total) * 100).toFixed(1)} %</td>
              <td>
                <Sparkline counts={details.map(({ total_values }) => total_values[index]?.count ?? 0)} />
              </td>
              <td>
                <Tooltip label="Without this">
                  <ActionIcon size={24} aria-label={`Without ${name}`} onClick={() => narrow(field, name, true)}>
                    <IconMinus size={14} />
                  </ActionIcon>
                </Tooltip>
              </td>
            </tr>
          ))}
          {other && (
            <tr className={classes.other}>
              <td className={classes.value}>all others</td>
              <td className={classes.figure}>{other.count.toLocaleString("en")}</td>
              <td className={classes.figure}>{((other.count / total) * 100).toFixed(1)} %</td>
              <td colSpan={2} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
