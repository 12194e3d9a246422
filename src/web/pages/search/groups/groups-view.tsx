import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { IconMinus } from "@tabler/icons-react";
import type { Narrow } from "../../../query-line/use-narrow.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactStep, roundStep } from "../../../time/time-range.ts";
import { writeNumber, writeShare } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
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
/** So many where these do not widen the range. */
const exactStepsMax = 120;

/** The events that were found, counted by the values of a field, each with its course. */
export function GroupsView({ asked, field, narrow, onEvents }: GroupsViewProps) {
  const step = exactStep(asked, exactStepsMax) ?? roundStep(asked.to - asked.from, stepsMax);
  const top = useTopValues({ ...asked, field, limit: groupsMax, step });
  if (top.error) return <FailedState error={top.error} onRetry={() => void top.refetch()} />;
  if (top.data === undefined) return <LoadingState lines={12} />;
  const { totals, details = [] } = top.data.results;
  const total = totals.values.reduce((sum, { count }) => sum + count, 0);
  if (total === 0)
    return <EmptyState title={words.search.table.noValue(field)} text={words.search.table.noValueText} />;
  const named = totals.values.slice(0, groupsMax);
  const other = totals.values[groupsMax];
  return (
    <div className={classes.groups}>
      <table className={classes.table}>
        <caption className={classes.caption}>
          {other === undefined
            ? words.search.table.values(writeNumber(total), field, named.length)
            : words.search.table.mostFrequent(writeNumber(total), field, groupsMax)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{field}</th>
            <th scope="col" className={classes.figure}>
              {words.search.table.count}
            </th>
            <th scope="col" className={classes.figure}>
              {words.search.table.share}
            </th>
            <th scope="col">{words.search.table.course}</th>
            <th scope="col">
              <span className={classes.hidden}>{words.search.table.leaveOut}</span>
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
              <td className={classes.figure}>{writeNumber(count)}</td>
              <td className={classes.figure}>{writeShare(count / total)}</td>
              <td>
                <Sparkline counts={details.map(({ total_values }) => total_values[index]?.count ?? 0)} />
              </td>
              <td>
                <Tooltip label={words.search.fields.withoutThis}>
                  <ActionIcon
                    size={24}
                    aria-label={words.search.fields.without(name)}
                    onClick={() => narrow(field, name, true)}
                  >
                    <IconMinus size={14} />
                  </ActionIcon>
                </Tooltip>
              </td>
            </tr>
          ))}
          {other && (
            <tr className={classes.other}>
              <td className={classes.value}>{words.search.table.allOthers}</td>
              <td className={classes.figure}>{writeNumber(other.count)}</td>
              <td className={classes.figure}>{writeShare(other.count / total)}</td>
              <td colSpan={2} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
