import { Button, Textarea } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import type { Comment } from "../../../../api/tasks/schema.ts";
import type { Task } from "../../../../tasks/task-view.ts";
import { call } from "../../../api/call.ts";
import { may, useUser } from "../../../api/session.ts";
import { leaveSafely, Unsaved } from "../../../layout/unsaved.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { refreshTasks, tellRefusal } from "../task-data.ts";
import { type CommentPage, PageBar, useCommentPages } from "./comment-pages.tsx";
import classes from "./task-drawer.module.css";

/** Comments, oldest first, and a field for a new one. */
export function TaskComments({ task }: { task: Task }) {
  const { path, found, setPage } = useCommentPages(task.id);
  const list = useRef<HTMLOListElement>(null);
  const readOn = useRef<"start" | "end">(undefined);
  /** Comments that are being changed. */
  const edited = useRef(new Set<number>());
  const shown = found.isPlaceholderData ? undefined : found.data;
  useEffect(() => {
    if (shown === undefined || readOn.current === undefined) return;
    const next = readOn.current === "end" ? list.current?.lastElementChild : list.current?.firstElementChild;
    next?.scrollIntoView({ block: readOn.current === "end" ? "end" : "start" });
    readOn.current = undefined;
  }, [shown]);
  const failure = failureOf(found);
  if (failure) return <FailedState error={failure} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={3} />;
  const go = (page: CommentPage, end: "start" | "end") => {
    const turn = () => {
      readOn.current = end;
      setPage(page);
    };
    if (edited.current.size > 0) leaveSafely(turn);
    else turn();
  };
  return (
    <>
      {found.data.item_count === 0 && <p className={classes.none}>{words.tasks.noComments}</p>}
      <PageBar comments={found.data} go={go} />
      <ol ref={list} className={classes.comments}>
        {found.data.objects.toReversed().map((comment) => (
          <SaidOnce key={comment.id} comment={comment} path={path} edited={edited.current} />
        ))}
      </ol>
      <SayForm path={path} onSaid={() => go("latest", "end")} />
    </>
  );
}

interface SaidProps {
  comment: Comment;
  path: string;
  edited: Set<number>;
}

function Said({ comment, path, edited }: SaidProps) {
  const zone = useZone();
  const user = useUser();
  const [isEdited, setEdited] = useState(false);
  const { id, author, text, created_at, updated_at } = comment;
  useEffect(() => {
    if (!isEdited) return;
    edited.add(id);
    return () => void edited.delete(id);
  }, [edited, id, isEdited]);
  const mine = author?.id === user.id || may(user, "manage_tasks");
  const remove = useMutation({
    mutationFn: () => call("DELETE", `${path}/${id}`),
    onSuccess: async () => {
      const again = () => void call("POST", path, { body: { text } }).then(refreshTasks, tellRefusal);
      const canUndo = author?.id === user.id;
      toast(words.tasks.commentGone, canUndo ? { action: { label: words.parts.undo, run: again } } : {});
      await refreshTasks();
    },
    onError: tellRefusal,
  });
  return (
    <li className={classes.comment}>
      <div className={classes.line}>
        <span className={classes.grow}>
          <span className={classes.author}>
            {author === null ? words.tasks.somebodyGone : author.fullname || author.username}
          </span>{" "}
          <time title={exactTime(created_at, zone)}>{shortTime(created_at, zone)}</time>
          {updated_at !== created_at && `, ${words.tasks.edited}`}
        </span>
        {mine && (
          <>
            <Tool does={words.tasks.editComment} icon={IconPencil} run={() => setEdited(!isEdited)} />
            <Tool does={words.tasks.removeComment} icon={IconTrash} run={() => remove.mutate()} />
          </>
        )}
      </div>
      {isEdited ? (
        <TextForm
          label={words.tasks.editComment}
          does={words.parts.save}
          text={text}
          save={(changed) => call("PATCH", `${path}/${id}`, { body: { text: changed } })}
          onSaved={() => setEdited(false)}
        />
      ) : (
        <p className={classes.text}>{text}</p>
      )}
    </li>
  );
}

/** A hundred are not drawn again because more came or one was said. */
const SaidOnce = memo(
  Said,
  (before, after) =>
    before.comment.id === after.comment.id &&
    before.comment.updated_at === after.comment.updated_at &&
    before.comment.text === after.comment.text &&
    before.comment.author?.fullname === after.comment.author?.fullname,
);

/** A plain button: a hundred comments with parts of the kit hold the page up. */
function Tool({ does, icon: Icon, run }: { does: string; icon: typeof IconPencil; run: () => void }) {
  return (
    <button type="button" className={classes.tool} title={does} aria-label={does} onClick={run}>
      <Icon size={14} />
    </button>
  );
}

function SayForm({ path, onSaid }: { path: string; onSaid: () => void }) {
  return (
    <TextForm
      label={words.tasks.say}
      does={words.tasks.comment}
      text=""
      save={(text) => call("POST", path, { body: { text } })}
      onSaved={onSaid}
    />
  );
}

interface TextFormProps {
  label: string;
  does: string;
  text: string;
  save: (text: string) => Promise<unknown>;
  onSaved?: () => void;
}

/** A text that is sent; Ctrl Enter sends it, too. What was refused stays in the field. */
function TextForm({ label, does, text, save, onSaved }: TextFormProps) {
  const [draft, setDraft] = useState(text);
  const sending = useMutation({
    mutationFn: () => save(draft),
    onSuccess: async () => {
      setDraft("");
      await refreshTasks();
      onSaved?.();
    },
    onError: tellRefusal,
  });
  const canSend = draft.trim() !== "" && !sending.isPending;
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !canSend) return;
    event.preventDefault();
    sending.mutate();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <Unsaved isChanged={draft !== text && draft.trim() !== ""} />
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={1}
        maxRows={12}
        maxLength={10_000}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={press}
      />
      <Button type="submit" variant="default" h={36} loading={sending.isPending} disabled={!canSend}>
        {does}
      </Button>
    </form>
  );
}
