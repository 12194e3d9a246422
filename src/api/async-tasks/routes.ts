import { route } from "../../http/route.ts";
import { asyncTask } from "../../runs/async-task.ts";
import { asyncTaskInPath, asyncTaskList, asyncTaskQuery } from "./schema.ts";
import type { AsyncTaskService } from "./service.ts";

export function asyncTaskRoutes(asyncTasks: AsyncTaskService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/async-tasks",
      summary: "List one's own background runs",
      description: "The newest first.",
      query: asyncTaskQuery,
      answer: { status: 200, schema: asyncTaskList },
      handle: ({ principal, query }) => asyncTasks.list(principal!, query),
    }),
    route({
      ...common,
      method: "GET",
      path: "/api/async-tasks/{id}",
      summary: "Read a background run with its progress and result",
      description: "`result` is there when its status is SUCCESS.",
      parameters: asyncTaskInPath,
      answer: { status: 200, schema: asyncTask },
      handle: ({ principal, path }) => asyncTasks.get(principal!, path.id),
    }),
    route({
      ...common,
      method: "DELETE",
      path: "/api/async-tasks/{id}",
      summary: "Revoke a background run; its record stays",
      description: "One that has ended stays as it is.",
      parameters: asyncTaskInPath,
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => asyncTasks.revoke(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "async-tasks" } as const;
