import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useRef } from "react";
import type { Task } from "../../../tasks/task-view.ts";
import { useActions } from "../../actions/action-store.ts";
import { useApiPages } from "../../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../../lists/virtual-list.tsx";
import { EmptyState } from "../../states/empty-state.tsx";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { words } from "../../words/words.ts";
import classes from "./table-view.module.css";
import { tasksPath } from "./task-data.ts";
import { Assignee, Due } from "./task-marks.tsx";
import { type SetTasksAddress, type SortField, type TasksAddress, whichQuery, whoQuery } from "./tasks-address.ts";

interface TableViewProps {
  address: TasksAddress;
  set: SetTasksAddress;
  onOpen: (id: number) => void;
  onNew: () => void;
}

/** All tasks below each other, in the order of a column. */
export function TableView({ address, set, onOpen, onNew }: TableViewProps) {
  const query = { ...whoQuery(address), ...whichQuery(address), ordering: address.sort };
  const pages = useApiPages<Task>(tasksPath, query);
  const list = useRef<VirtualListHandle>(null);
  useActions([
    { id: "next", label: words.parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    {
      id: "previous",
      label: words.parts.previousEntry,
      group: "This page",
      keys: "k",
      run: () => list.current?.move(-1),
    },
    {
      id: "open",
      label: words.parts.openEntry,
      group: "This page",
      keys: "Enter",
      run: () => list.current?.openChosen(),
    },
  ]);
  if (pages.error) return <FailedState error={pages.error} onRetry={pages.askAgain} />;
  if (pages.count === undefined) return <LoadingState lines={12} />;
  if (pages.count === 0) return <NoTask address={address} set={set} onNew={onNew} />;
  return (
    <>
      <p className={classes.count} role="status">
        {words.tasks.count(pages.count)}
      </p>
      <Heads address={address} set={set} />
      <VirtualList
        ref={list}
        label={words.tasks.title}
        pages={pages}
        rowHeight={36}
        idOf={({ id }) => id}
        openId={address.task}
        onOpen={({ id }) => onOpen(id)}
      >
        {(task) => <Cells task={task} />}
      </VirtualList>
    </>
  );
}

function NoTask({ address, set, onNew }: Omit<TableViewProps, "onOpen">) {
  const { tasks } = words;
  // As the board asks: also those that are done.
  const all = useApiPages<Task>(tasksPath, whoQuery(address));
  if (address.find !== "") return <EmptyState title={words.parts.noneSo} />;
  if (all.count === undefined && !all.error) return <LoadingState lines={10} />;
  if (address.who === "all" && all.count === 0)
    return <EmptyState title={tasks.none} text={tasks.noneText} action={{ label: tasks.make, run: onNew }} />;
  return (
    <EmptyState
      title={tasks.noneFits}
      text={tasks.noneFitsText}
      action={{ label: tasks.showAll, run: () => void set({ who: "all", which: "all" }) }}
    />
  );
}

function Heads({ address, set }: Pick<TableViewProps, "address" | "set">) {
  const { tasks } = words;
  const heads: readonly (readonly [SortField, string])[] = [
    ["title", tasks.titleField],
    ["status", tasks.statusField],
    ["assigned_to", tasks.assignee],
    ["due", tasks.due],
    ["updated_at", tasks.updated],
  ];
  const [isDown, sorted] = [address.sort.startsWith("-"), address.sort.replace("-", "")];
  return (
    <div className={classes.heads}>
      {heads.map(([field, name]) => (
        <UnstyledButton
          key={field}
          className={classes.head}
          data-field={field}
          aria-label={tasks.sortBy(name)}
          aria-pressed={sorted === field}
          onClick={() => void set({ sort: sorted === field && !isDown ? `-${field}` : field })}
        >
          {name}
          {sorted === field && (isDown ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
        </UnstyledButton>
      ))}
    </div>
  );
}

function Cells({ task }: { task: Task }) {
  const zone = useZone();
  return (
    <div className={classes.row} role="presentation" data-open={task.is_open}>
      <span role="gridcell" className={classes.title}>
        {task.title}
      </span>
      <span role="gridcell" className={classes.status} data-status={task.status}>
        {words.tasks.status[task.status]}
      </span>
      <span role="gridcell" className={classes.cell}>
        <Assignee task={task} />
      </span>
      <span role="gridcell" className={classes.cell}>
        <Due task={task} />
      </span>
      <span role="gridcell" className={classes.time} title={exactTime(task.updated_at, zone)}>
        {shortTime(task.updated_at, zone)}
      </span>
    </div>
  );
}
