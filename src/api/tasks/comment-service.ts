import { ownerOf } from "../../db/owner.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, invalidField, invalidParameter, notFound } from "../../lib/errors.ts";
import { pageBytesMax } from "../../tasks/limits.ts";
import type { CommentRepository, CommentRow } from "./comment-repository.ts";
import { commentsPerTaskMax } from "./limits.ts";
import type { Comment, CommentBody, CommentPatch, CommentQuery } from "./schema.ts";

export type CommentService = ReturnType<typeof createCommentService>;

/** Comments on tasks: everybody reads and adds; the author and those who manage tasks change and delete. */
export function createCommentService(comments: CommentRepository, clock: Clock = systemClock) {
  return {
    list(taskId: number, query: CommentQuery): ListAnswer<Comment> {
      requireTask(taskId);
      return listAnswer(query, comments.count(taskId), (window) => {
        const rows = comments.list(taskId, query.ordering, window);
        if (rows.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0) > pageBytesMax)
          throw invalidParameter(
            "page_size",
            `These ${rows.length} comments are more than one answer may hold; ask for fewer.`,
          );
        return rows.map(toComment);
      });
    },

    create: (principal: Principal, taskId: number, { text }: CommentBody): Comment =>
      comments.inTransaction(() => {
        requireTask(taskId);
        if (comments.count(taskId) >= commentsPerTaskMax)
          throw invalidField("non_field_errors", `A task has at most ${commentsPerTaskMax} comments.`);
        const now = nowSeconds(clock);
        const id = comments.insert({ taskId, authorId: principal.userId, text, createdAt: now, updatedAt: now });
        comments.touchTask(taskId, now);
        return toComment(comments.find(id)!);
      }),

    update: (principal: Principal, taskId: number, id: number, { text }: CommentPatch): Comment =>
      comments.inTransaction(() => {
        const before = getWritable(principal, taskId, id);
        if (text !== undefined && text !== before.text) {
          const now = nowSeconds(clock);
          comments.update(id, text, now);
          comments.touchTask(taskId, now);
        }
        return toComment(comments.find(id)!);
      }),

    remove(principal: Principal, taskId: number, id: number): void {
      comments.inTransaction(() => {
        getWritable(principal, taskId, id);
        comments.remove(id);
        comments.touchTask(taskId, nowSeconds(clock));
      });
    },
  };

  function requireTask(taskId: number): void {
    if (!comments.hasTask(taskId)) throw notFound();
  }

  /** A comment is identified together with its task. */
  function getWritable(principal: Principal, taskId: number, id: number): CommentRow {
    const row = comments.find(id);
    if (row === undefined || row.taskId !== taskId) throw notFound();
    if (row.author?.id !== principal.userId && !may(principal, "manage_tasks")) throw forbidden();
    return row;
  }
}

function toComment(row: CommentRow): Comment {
  return {
    id: row.id,
    task_id: row.taskId,
    author: row.author === null ? null : ownerOf(row.author),
    text: row.text,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
