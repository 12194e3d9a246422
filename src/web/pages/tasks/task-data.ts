import { useMutation, useQuery } from "@tanstack/react-query";
import type { LinkedEvents } from "../../../api/tasks/linked-schema.ts";
import type { Task } from "../../../tasks/task-view.ts";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { may, useUser } from "../../api/session.ts";
import { explain } from "../../states/explain.ts";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";

export const tasksPath = "/api/tasks";

export type TaskStatus = Task["status"];
export const statuses: readonly TaskStatus[] = ["new", "in_progress", "resolved", "closed"];

/** States that may follow each state. Twin: task-status.ts of the API. */
export const nextStatuses: Record<TaskStatus, readonly TaskStatus[]> = {
  new: ["in_progress", "resolved", "closed"],
  in_progress: ["new", "resolved", "closed"],
  resolved: ["closed", "in_progress"],
  closed: ["in_progress"],
};

export type TaskChanges = Partial<Pick<Task, "title" | "description" | "status" | "due" | "assigned_to" | "event_ids">>;

export function useTask(id: number) {
  return useQuery({
    queryKey: [tasksPath, id],
    queryFn: ({ signal }) => call<Task>("GET", `${tasksPath}/${id}`, { signal }),
    staleTime: 0,
  });
}

/** Makes the page read its tasks again. */
export function refreshTasks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [tasksPath] });
}

/** Changes a task: shown at once, and taken back with the reason when the service will not have it. */
export function useTaskChange() {
  return useMutation({
    mutationFn: ({ task, changes }: { task: Task; changes: TaskChanges }) =>
      call<Task>("PATCH", `${tasksPath}/${task.id}`, { body: changes }),
    onMutate: ({ task, changes }) => showTask({ ...task, ...changes }),
    onSuccess: (changed) => {
      showTask(changed);
      void refreshTasks();
    },
    onError: (error, { task }) => {
      showTask(task);
      tellRefusal(error);
    },
  });
}

function showTask(task: Task): void {
  queryClient.setQueryData<Task>([tasksPath, task.id], (shown) => shown && task);
}

export function tellRefusal(error: unknown): void {
  const { title, text } = explain(error);
  toast(words.parts.refused(title, text), { kind: "bad" });
}

/** The keeper of a task may change all of it, its assignee only the state, others nothing. */
export function useTaskRole(task: Task): "keeper" | "assignee" | "reader" {
  const user = useUser();
  if (task.owner.id === user.id || may(user, "manage_tasks")) return "keeper";
  return task.assigned_to === user.id ? "assignee" : "reader";
}

/** The events of a task, each with what it was when it was linked. */
export function useLinkedEvents(task: Task) {
  return useQuery({
    queryKey: [tasksPath, task.id, "events", task.event_ids],
    queryFn: ({ signal }) => call<LinkedEvents>("GET", `${tasksPath}/${task.id}/events`, { signal }),
    enabled: task.event_ids.length > 0,
  });
}
