import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { CallOptions } from "../../api/call.ts";

const sorts = ["title", "status", "due", "assigned_to", "created_at", "updated_at"] as const;
export type SortField = (typeof sorts)[number];

const parsers = {
  view: parseAsStringLiteral(["board", "table"]).withDefault("board"),
  who: parseAsStringLiteral(["all", "me", "nobody"]).withDefault("all"),
  which: parseAsStringLiteral(["open", "overdue", "done", "all"]).withDefault("open"),
  sort: parseAsStringLiteral(sorts.flatMap((name) => [name, `-${name}`] as const)).withDefault("-updated_at"),
  /** Part of a title. */
  find: parseAsString.withDefault(""),
  /** The task beside the list. */
  task: parseAsInteger,
};

/** The state of the page as an address that can be sent to a colleague. */
export function useTasksAddress() {
  const [address, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  return { address, set };
}

export type TasksAddress = ReturnType<typeof useTasksAddress>["address"];
export type SetTasksAddress = ReturnType<typeof useTasksAddress>["set"];

/** Assignee and title, as parameters of the API's list. */
export function whoQuery({ who, find }: TasksAddress): NonNullable<CallOptions["query"]> {
  const named = { find: find || undefined };
  if (who === "all") return named;
  return who === "me" ? { ...named, assigned_to: "me" } : { ...named, unassigned: true };
}

/** The states to list in the table; the board has a column for each. */
export function whichQuery({ which }: TasksAddress): NonNullable<CallOptions["query"]> {
  if (which === "all") return {};
  return which === "overdue" ? { is_overdue: true } : { is_open: which === "open" };
}
