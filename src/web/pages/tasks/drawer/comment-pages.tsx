import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Comment } from "../../../../api/tasks/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { words } from "../../../words/words.ts";
import { tasksPath } from "../task-data.ts";
import classes from "./task-drawer.module.css";

/** Of a long talk the latest comments are shown first. */
const latestMax = 20;
/** More than these are never drawn at a time: a talk may have 10,000 comments. */
const pageSize = 100;

/** A page, counted from the latest comments; `latest`: only the newest of the first page. */
export type CommentPage = number | "latest";

interface Comments {
  /** The newest first. */
  objects: Comment[];
  item_count: number;
  /** Which page they are: pages end where comments were deleted meanwhile. */
  page: CommentPage;
}

export function useCommentPages(taskId: number) {
  const [page, setPage] = useState<CommentPage>("latest");
  const path = `${tasksPath}/${taskId}/comments`;
  const found = useQuery({
    queryKey: [tasksPath, taskId, "comments", page],
    queryFn: ({ signal }) => readPage(path, page, signal),
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  return { path, found, setPage };
}

async function readPage(path: string, page: CommentPage, signal: AbortSignal): Promise<Comments> {
  const isLatest = page === "latest";
  const query = {
    ordering: "-created_at,-id",
    page: isLatest ? 1 : page + 1,
    page_size: isLatest ? latestMax : pageSize,
  };
  try {
    return { ...(await call<Omit<Comments, "page">>("GET", path, { query, signal })), page };
  } catch (error) {
    if (isLatest || page === 0 || !(error instanceof ApiError) || error.status !== 404) throw error;
    return readPage(path, 0, signal);
  }
}

interface PageBarProps {
  comments: Comments;
  /** `end`: the later end of the page is the one to read on from. */
  go: (page: CommentPage, end: "start" | "end") => void;
}

/** Leads through a talk that is too long to be drawn at once. It stays in sight above the comments. */
export function PageBar({ comments: { objects, item_count, page }, go }: PageBarProps) {
  const { tasks } = words;
  const earlier = item_count - objects.length;
  if (item_count <= pageSize)
    return earlier === 0 ? null : (
      <Button variant="subtle" size="compact-sm" mb={8} onClick={() => go(0, "end")}>
        {tasks.earlierComments(earlier)}
      </Button>
    );
  const at = page === "latest" ? -1 : page;
  const to = item_count - Math.max(at, 0) * pageSize;
  const last = Math.ceil(item_count / pageSize) - 1;
  return (
    <nav className={classes.pages} aria-label={tasks.comments}>
      <Step label={tasks.firstComments} icon={IconChevronsLeft} isOff={at === last} run={() => go(last, "start")} />
      <Step label={tasks.olderComments} icon={IconChevronLeft} isOff={at === last} run={() => go(at + 1, "end")} />
      <span className={classes.place} role="status">
        {tasks.someComments(to - objects.length + 1, to, item_count)}
      </span>
      <Step label={tasks.newerComments} icon={IconChevronRight} isOff={at < 1} run={() => go(at - 1, "start")} />
      <Step label={tasks.latestComments} icon={IconChevronsRight} isOff={at < 1} run={() => go("latest", "end")} />
    </nav>
  );
}

interface StepProps {
  label: string;
  icon: typeof IconChevronLeft;
  isOff: boolean;
  run: () => void;
}

/** One that leads nowhere keeps the focus, so that the keyboard's place is not lost. */
function Step({ label, icon: Icon, isOff, run }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={30}
        aria-label={label}
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={() => !isOff && run()}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
