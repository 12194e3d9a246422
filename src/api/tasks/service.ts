import { isDeepStrictEqual } from "node:util";
import type { SeenEvent, TaskColumns } from "../../db/schema/tasks.ts";
import type { StoredEvent } from "../../eventstore/event/event.ts";
import { matchEvent } from "../../filter/match-event.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, invalidField, invalidParameter, notFound } from "../../lib/errors.ts";
import { isOpenStatus } from "../../tasks/open-status.ts";
import type { TaskList, TaskRow, WantedTasks } from "../../tasks/task-list.ts";
import { type Task, toTask } from "../../tasks/task-view.ts";
import type { LinkedEvents } from "./linked-schema.ts";
import type { TaskRepository } from "./repository.ts";
import type { TaskBody, TaskPatch, TaskQuery } from "./schema.ts";
import type { SeeEvents } from "./see-events.ts";
import { requireMove } from "./task-status.ts";

export type TaskService = ReturnType<typeof createTaskService>;

/** Everybody sees all tasks. The owner and managers of tasks change them; the assignee reports how his work stands. */
export function createTaskService(
  list: TaskList,
  tasks: TaskRepository,
  seeEvents: SeeEvents,
  clock: Clock = systemClock,
) {
  return {
    list(principal: Principal, query: TaskQuery): ListAnswer<Task> {
      const now = nowSeconds(clock);
      const wanted = wantedBy(principal, query, now);
      return listAnswer(query, list.count(wanted), (window) => {
        const page = list.read(wanted, query.ordering, window);
        if (page === undefined) throw invalidParameter("page_size", "These tasks exceed one answer; ask for fewer.");
        return page.map((row) => toTask(row, now));
      });
    },

    get: (id: number): Task => view(id),

    /** Copies of the events as they are now are stored with the task. */
    async create(principal: Principal, body: TaskBody): Promise<Task> {
      const seen = await seeEvents(principal, body.event_ids ?? []);
      return tasks.inTransaction(() => {
        const now = nowSeconds(clock);
        const row = { ...defaults, ownerId: principal.userId, ...columnsOf(body), title: body.title };
        requireOwner(principal, row.ownerId, principal.userId);
        requireAssignable(row.assignedToId);
        const closedAt = isOpenStatus(row.status) ? null : now;
        const id = tasks.insert({ ...row, createdAt: now, updatedAt: now, closedAt });
        tasks.link(id, { before: [], after: row.eventIds, seen, now });
        return view(id);
      });
    },

    /** Omitted fields that the caller may set return to their default; status and owner stay. */
    replace: (principal: Principal, id: number, body: TaskBody): Promise<Task> =>
      change(principal, id, body, (role) => ({
        ...(role === "assignee" ? ownDefaults : replacedDefaults),
        ...columnsOf(body),
      })),

    update: (principal: Principal, id: number, body: TaskPatch): Promise<Task> =>
      change(principal, id, body, () => columnsOf(body)),

    /** A caller does not see the former state of an event that he may not see now. */
    listEvents(principal: Principal, id: number): LinkedEvents {
      const { eventIds } = getRow(id);
      const known = tasks.readLinked(id);
      const sees = createMaySee(principal);
      return {
        objects: eventIds.map((event_id) => {
          const { linkedAt = null, asLinked = null } = known.get(event_id) ?? {};
          return { event_id, linked_at: linkedAt, as_linked: asLinked !== null && sees(asLinked) ? asLinked : null };
        }),
      };
    },

    remove(principal: Principal, id: number): void {
      tasks.inTransaction(() => {
        if (roleOf(principal, getRow(id)) !== "keeper") throw forbidden();
        tasks.remove(id);
      });
    },
  };

  async function change(
    principal: Principal,
    id: number,
    body: TaskPatch,
    wantedFor: (role: Role) => Changes,
  ): Promise<Task> {
    const linked = getRow(id).eventIds;
    const seen = await seeEvents(principal, body.event_ids?.filter((event) => !linked.includes(event)) ?? []);
    return tasks.inTransaction(() => {
      const before = getRow(id);
      const role = roleOf(principal, before);
      const changes = differing(before, wantedFor(role));
      requireMayChange(role, changes);
      requireOwner(principal, changes.ownerId ?? before.ownerId, before.ownerId);
      requireAssignable(changes.assignedToId ?? null);
      if (changes.status) requireMove(before.status, changes.status);
      if (Object.keys(changes).length > 0) store(before, changes, seen);
      return view(id);
    });
  }

  function store(before: TaskRow, changes: Changes, seen: ReadonlyMap<string, SeenEvent>): void {
    const now = nowSeconds(clock);
    if (changes.eventIds !== undefined)
      tasks.link(before.id, { before: before.eventIds, after: changes.eventIds, seen, now });
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

function createMaySee(principal: Principal): (event: SeenEvent) => boolean {
  if (!may(principal, "search_events")) return () => false;
  const filter = compileFilter([], principal.hosts);
  return ({ host }) => matchEvent(filter, { host } as StoredEvent);
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

/** Only the fields that the body names. */
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

/** Without values that are unchanged: setting them again changes nothing and needs no right. */
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
    find: query.find,
    statuses: query.status,
    isOpen: query.is_open,
    isOverdue: query.is_overdue,
    now,
  };
}
