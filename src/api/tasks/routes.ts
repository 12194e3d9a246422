import { route } from "../../http/route.ts";
import { task } from "../../tasks/task-view.ts";
import type { CommentService } from "./comment-service.ts";
import { linkedEvents } from "./linked-schema.ts";
import {
  comment,
  commentBody,
  commentInPath,
  commentList,
  commentPatch,
  commentQuery,
  taskBody,
  taskInPath,
  taskList,
  taskPatch,
  taskQuery,
} from "./schema.ts";
import type { TaskService } from "./service.ts";

export function taskRoutes(tasks: TaskService, comments: CommentService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/tasks",
      summary: "List tasks",
      query: taskQuery,
      answer: { status: 200, schema: taskList },
      handle: ({ principal, query }) => tasks.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/tasks",
      summary: "Create a task",
      body: taskBody,
      answer: { status: 200, schema: task },
      handle: ({ principal, body }) => tasks.create(principal!, body),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/tasks/{id}",
      summary: "Read a task",
      answer: { status: 200, schema: task },
      handle: ({ path }) => tasks.get(path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PUT",
      path: "/api/tasks/{id}",
      summary: "Replace a task; omitted fields go back to their defaults, status and owner stay",
      body: taskBody,
      answer: { status: 200, schema: task },
      handle: ({ principal, path, body }) => tasks.replace(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "PATCH",
      path: "/api/tasks/{id}",
      summary: "Change some fields of a task",
      body: taskPatch,
      answer: { status: 200, schema: task },
      handle: ({ principal, path, body }) => tasks.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/tasks/{id}",
      summary: "Delete a task with its comments",
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => tasks.remove(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/tasks/{id}/events",
      summary: "List the events of a task, each as it was when it was linked",
      answer: { status: 200, schema: linkedEvents },
      handle: ({ principal, path }) => tasks.listEvents(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/tasks/{id}/comments",
      summary: "List what was said to a task",
      query: commentQuery,
      answer: { status: 200, schema: commentList },
      handle: ({ path, query }) => comments.list(path.id, query),
    }),
    route({
      ...common,
      ...one,
      method: "POST",
      path: "/api/tasks/{id}/comments",
      summary: "Comment on a task",
      body: commentBody,
      answer: { status: 201, schema: comment },
      handle: ({ principal, path, body }) => comments.create(principal!, path.id, body),
    }),
    route({
      ...common,
      method: "PATCH",
      path: "/api/tasks/{id}/comments/{comment_id}",
      summary: "Change a comment of one's own",
      parameters: commentInPath,
      body: commentPatch,
      answer: { status: 200, schema: comment },
      handle: ({ principal, path, body }) => comments.update(principal!, path.id, path.comment_id, body),
    }),
    route({
      ...common,
      method: "DELETE",
      path: "/api/tasks/{id}/comments/{comment_id}",
      summary: "Delete a comment of one's own",
      parameters: commentInPath,
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => comments.remove(principal!, path.id, path.comment_id),
    }),
  ];
}

const common = { who: "user", tag: "tasks" } as const;
const one = { parameters: taskInPath };
