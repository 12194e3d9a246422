import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowsMove } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import type { Task } from "../../../tasks/task-view.ts";
import { useApiPages } from "../../lists/use-api-pages.ts";
import { VirtualList } from "../../lists/virtual-list.tsx";
import { EmptyState } from "../../states/empty-state.tsx";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { toast } from "../../toasts/toast-store.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import classes from "./board-view.module.css";
import { nextStatuses, statuses, type TaskStatus, tasksPath, useTaskChange, useTaskRole } from "./task-data.ts";
import { TaskMarks } from "./task-marks.tsx";
import { type TasksAddress, whoQuery } from "./tasks-address.ts";

interface BoardViewProps {
  address: TasksAddress;
  onOpen: (id: number) => void;
  onNew: () => void;
}

/** A column for each status; a task goes from one to the next by hand or by its menu. */
export function BoardView({ address, onOpen, onNew }: BoardViewProps) {
  const all = useApiPages<Task>(tasksPath, whoQuery(address));
  const [dragged, setDragged] = useState<Task>();
  const move = useMove();
  if (all.error) return <FailedState error={all.error} onRetry={all.askAgain} />;
  if (all.count === undefined) return <LoadingState lines={10} />;
  if (all.count === 0 && address.find !== "") return <EmptyState title={words.parts.noneSo} />;
  if (all.count === 0 && address.who === "all")
    return (
      <EmptyState
        title={words.tasks.none}
        text={words.tasks.noneText}
        action={{ label: words.tasks.make, run: onNew }}
      />
    );
  return (
    <div className={classes.board}>
      {statuses.map((status) => (
        <Column
          key={status}
          status={status}
          address={address}
          dragged={dragged}
          onDrag={setDragged}
          onMove={move}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

/** Moves a task, which can be taken back where the way back is open. */
function useMove() {
  const change = useTaskChange();
  return (task: Task, status: TaskStatus) =>
    change.mutate(
      { task, changes: { status } },
      {
        onSuccess: (moved) => {
          const undo = () => change.mutate({ task: moved, changes: { status: task.status } });
          const canUndo = nextStatuses[status].includes(task.status);
          const action = canUndo ? { label: words.parts.undo, run: undo } : undefined;
          toast(words.tasks.moved(task.title, words.tasks.status[status]), { action });
        },
      },
    );
}

interface ColumnProps {
  status: TaskStatus;
  address: TasksAddress;
  dragged: Task | undefined;
  onDrag: (task: Task | undefined) => void;
  onMove: (task: Task, status: TaskStatus) => void;
  onOpen: (id: number) => void;
}

const cardHeight = 92;

function Column({ status, address, dragged, onDrag, onMove, onOpen }: ColumnProps) {
  const pages = useApiPages<Task>(tasksPath, { ...whoQuery(address), status, ordering: orderOf[status] });
  const [isOver, setOver] = useState(false);
  const name = words.tasks.status[status];
  const takes = dragged !== undefined && nextStatuses[dragged.status].includes(status);
  const over = (event: DragEvent) => {
    if (!takes) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      className={classes.column}
      aria-label={words.tasks.columnCount(name, pages.count ?? 0)}
      data-takes={takes}
      data-over={isOver && takes}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (takes) onMove(dragged, status);
        onDrag(undefined);
      }}
    >
      <h2 className={classes.head}>
        {name} <span className={classes.count}>{pages.count === undefined ? "" : writeNumber(pages.count)}</span>
      </h2>
      {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
      {pages.count === 0 && <p className={classes.none}>{words.tasks.columnIsEmpty}</p>}
      {pages.count !== 0 && (
        <VirtualList
          label={name}
          pages={pages}
          rowHeight={cardHeight}
          idOf={({ id }) => id}
          openId={address.task}
          onOpen={({ id }) => onOpen(id)}
        >
          {(task) => <Card task={task} isOpen={task.id === address.task} onDrag={onDrag} onMove={onMove} />}
        </VirtualList>
      )}
    </section>
  );
}

/** New tasks in the order they were made, others by their last change; the latest first. */
const orderOf: Record<TaskStatus, string> = {
  new: "-created_at",
  in_progress: "-updated_at",
  resolved: "-updated_at",
  closed: "-updated_at",
};

interface CardProps {
  task: Task;
  isOpen: boolean;
  onDrag: (task: Task | undefined) => void;
  onMove: (task: Task, status: TaskStatus) => void;
}

function Card({ task, isOpen, onDrag, onMove }: CardProps) {
  const mayMove = useTaskRole(task) !== "reader";
  return (
    <div
      role="gridcell"
      className={classes.card}
      data-open={isOpen}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(task.id));
        onDrag(task);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <span className={classes.title}>{task.title}</span>
      {mayMove && <MoveMenu task={task} onMove={onMove} />}
      <TaskMarks task={task} />
    </div>
  );
}

function MoveMenu({ task, onMove }: Pick<CardProps, "task" | "onMove">) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          size={24}
          className={classes.move}
          aria-label={words.tasks.move(task.title)}
          onClick={(event) => event.stopPropagation()}
        >
          <IconArrowsMove size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {nextStatuses[task.status].map((status) => (
          <Menu.Item key={status} onClick={() => onMove(task, status)}>
            {words.tasks.moveTo(words.tasks.status[status])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
