import { isDeepStrictEqual } from "node:util";
import type { TaskColumns } from "../../db/schema/tasks.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, invalidField, invalidParameter, notFound } from "../../lib/errors.ts";
import { isOpenStatus } from "../../tasks/open-status.ts";
import type { TaskList, TaskRow, WantedTasks } from "../../tasks/task-list.ts";
import { type Task, toTask } from "../../tasks/task-view.ts";
import type { TaskRepository } from "./repository.ts";
import type { TaskBody, TaskPatch, TaskQuery } from "./schema.ts";
import { requireMove } from "./task-status.ts";

export type TaskService = ReturnType<typeof createTaskService>;

/** Everybody sees all tasks. The owner and who manages tasks change them; the assignee tells how his work stands. */
export function createTaskService(list: TaskList, tasks: TaskRepository, clock: Clock = systemClock) {
  return {
    list(principal: Principal, query: TaskQuery): ListAnswer<Task> {
      const now = nowSeconds(clock);
      const wanted = wantedBy(principal, query, now);
      return listAnswer(query, list.count(wanted), (window) => {
        const page = list.read(wanted, query.ordering, window);
        if (page === undefined)
          throw invalidParameter("page_size", "These tasks are more than one answer may hold; ask for fewer.");
        return page.map((row) => toTask(row, now));
      });
    },

    get: (id: number): Task => view(id),

    create: (principal: Principal, body: TaskBody): Task =>
      tasks.inTransaction(() => {
        const now = nowSeconds(clock);
        const row = { ...defaults, ownerId: principal.userId, ...columnsOf(body), title: body.title };
        requireOwner(principal, row.ownerId, principal.userId);
        requireAssignable(row.assignedToId);
        const closedAt = isOpenStatus(row.status) ? null : now;
        return view(tasks.insert({ ...row, createdAt: now, updatedAt: now, closedAt }));
      }),

    /** Omitted fields that the caller may set return to their default; status and owner stay. */
    replace: (principal: Principal, id: number, body: TaskBody): Task =>
      change(principal, id, (role) => ({
        ...(role === "assignee" ? ownDefaults : replacedDefaults),
        ...columnsOf(body),
      })),

    update: (principal: Principal, id: number, body: TaskPatch): Task => change(principal, id, () => columnsOf(body)),

    remove(principal: Principal, id: number): void {
      tasks.inTransaction(() => {
        if (roleOf(principal, getRow(id)) !== "keeper") throw forbidden();
        tasks.remove(id);
      });
    },
  };

  function change(principal: Principal, id: number, wantedFor: (role: Role) => Changes): Task {
    return tasks.inTransaction(() => {
      const before = getRow(id);
      const role = roleOf(principal, before);
      const changes = differing(before, wantedFor(role));
      requireMayChange(role, changes);
      requireOwner(principal, changes.ownerId ?? before.ownerId, before.ownerId);
      requireAssignable(changes.assignedToId ?? null);
      if (changes.status) requireMove(before.status, changes.status);
      if (Object.keys(changes).length > 0) store(before, changes);
      return view(id);
    });
  }

  function store(before: TaskRow, changes: Changes): void {
    const now = nowSeconds(clock);
    const isOpen = isOpenStatus(changes.status ?? before.status);
    tasks.update(before.id, { ...changes, closedAt: isOpen ? null : (before.closedAt ?? now), updatedAt: now });
  }

  function requireOwner(principal: Principal, wanted: number, current: number): void {
    if (wanted === current) return;
    if (!may(principal, "manage_tasks")) throw forbidden("Only who manages tasks may give them to other owners.");
    if (tasks.findUser(wanted) === undefined) throw invalidField("owner", `There is no user ${wanted}.`);
  }

  function requireAssignable(userId: number | null): void {
    if (userId !== null && !tasks.findUser(userId)?.isActive)
      throw invalidField("assigned_to", `There is no active user ${userId}.`);
  }

  function getRow(id: number): TaskRow {
    const row = list.find(id);
    if (row === undefined) throw notFound();
    return row;
  }

  function view(id: number): Task {
    return toTask(getRow(id), nowSeconds(clock));
  }
}

type Changes = Partial<Pick<TaskColumns, keyof typeof replacedDefaults | "title" | "status" | "ownerId">>;

/** The caller's relation to a task. */
type Role = "keeper" | "assignee" | "stranger";

function roleOf(principal: Principal, task: TaskRow): Role {
  if (task.ownerId === principal.userId || may(principal, "manage_tasks")) return "keeper";
  return task.assignedToId === principal.userId ? "assignee" : "stranger";
}

function requireMayChange(role: Role, changes: Changes): void {
  if (role === "keeper") return;
  if (role === "stranger") throw forbidden();
  if (Object.keys(changes).some((name) => name !== "status" && name !== "description"))
    throw forbidden("The assignee of a task may change its status and its description only.");
}

const ownDefaults = { description: "" };
const replacedDefaults = { ...ownDefaults, due: null, assignedToId: null, eventIds: [] as string[] };
const defaults = { ...replacedDefaults, status: "new" as const };

/** Only what the body names. */
function columnsOf(body: TaskPatch): Changes {
  const columns = {
    title: body.title,
    description: body.description,
    status: body.status,
    due: body.due,
    assignedToId: body.assigned_to,
    ownerId: body.owner,
    eventIds: body.event_ids,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Without the values that are there already: to set what is changes nothing and needs no right. */
function differing(before: TaskRow, wanted: Changes): Changes {
  const names = Object.keys(wanted) as (keyof Changes)[];
  return Object.fromEntries(
    names.filter((name) => !isDeepStrictEqual(wanted[name], before[name])).map((name) => [name, wanted[name]]),
  );
}

function wantedBy(principal: Principal, query: TaskQuery, now: number): WantedTasks {
  const assignees = query.assigned_to?.map((id) => (id === "me" ? principal.userId : id));
  const named = assignees?.length === 0 ? [null] : assignees;
  const isUnion = named !== undefined && query.unassigned === true;
  return {
    ownerIds: query.owner?.length === 0 ? undefined : query.owner,
    assigneeIds: isUnion ? [...named, null] : named,
    isUnassigned: isUnion ? undefined : query.unassigned,
    title: query.title,
    isOpen: query.is_open,
    isOverdue: query.is_overdue,
    now,
  };
}
