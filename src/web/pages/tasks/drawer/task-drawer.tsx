import { ActionIcon, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { Task } from "../../../../tasks/task-view.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { SidePanel } from "../../../layout/side-panel.tsx";
import { forgetUnsaved } from "../../../layout/unsaved.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { refreshTasks, tasksPath, useTask, useTaskRole } from "../task-data.ts";
import { TaskComments } from "./task-comments.tsx";
import classes from "./task-drawer.module.css";
import { TaskEvents } from "./task-events.tsx";
import { TaskFields } from "./task-fields.tsx";

/** All of one task, beside the list: what it is, the events it is about, what was said. */
export function TaskDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const found = useTask(id);
  const failure = failureOf(found);
  const { tasks } = words;
  const isGone = found.error instanceof ApiError && found.error.status === 404;
  return (
    <SidePanel
      label={found.data?.title ?? tasks.title}
      head={found.data && <MadeBy task={found.data} />}
      tools={found.data && <RemoveButton task={found.data} onRemoved={onClose} />}
      onClose={onClose}
    >
      {isGone && (
        <EmptyState title={tasks.isGoneTask} text={tasks.isGoneText} action={{ label: tasks.toList, run: onClose }} />
      )}
      {failure && !isGone && <FailedState error={failure} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState />}
      {found.data && !failure && (
        <>
          <TaskFields task={found.data} />
          <h3 className={classes.part}>{tasks.events}</h3>
          <TaskEvents task={found.data} />
          <h3 className={classes.part}>{tasks.comments}</h3>
          <TaskComments task={found.data} />
        </>
      )}
    </SidePanel>
  );
}

function MadeBy({ task: { owner, created_at } }: { task: Task }) {
  const zone = useZone();
  return <>{words.tasks.madeBy(owner.fullname || owner.username, shortTime(created_at, zone))}</>;
}

function RemoveButton({ task, onRemoved }: { task: Task; onRemoved: () => void }) {
  const [asks, setAsks] = useState(false);
  if (useTaskRole(task) !== "keeper") return null;
  const remove = async () => {
    await call("DELETE", `${tasksPath}/${task.id}`);
    toast(words.tasks.removed(task.title));
    forgetUnsaved();
    onRemoved();
    await refreshTasks();
  };
  return (
    <>
      <Tooltip label={words.tasks.removeTask}>
        <ActionIcon aria-label={words.tasks.removeTask} onClick={() => setAsks(true)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {asks && (
        <ConfirmDialog
          title={words.tasks.removeTask}
          text={words.tasks.removeAsk(task.title)}
          does={words.parts.remove}
          run={remove}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
