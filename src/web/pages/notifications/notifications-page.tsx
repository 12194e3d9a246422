import { ActionIcon, Button, SegmentedControl, Tooltip } from "@mantine/core";
import { IconChecks, IconMail, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { Notification } from "../../../api/notifications/schema.ts";
import { useActions } from "../../actions/action-store.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import {
  notificationsPath,
  refreshNotifications,
  useNotification,
  useUnreadCount,
  wordsOf,
} from "../../api/notifications.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { SidePanel } from "../../layout/side-panel.tsx";
import { useNameFinder } from "../../layout/use-name-finder.tsx";
import { useApiPages } from "../../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../../lists/virtual-list.tsx";
import { EmptyState } from "../../states/empty-state.tsx";
import { explain } from "../../states/explain.ts";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";
import classes from "./notifications.module.css";

const parsers = {
  which: parseAsStringLiteral(["all", "unread"]).withDefault("all"),
  /** The one beside the list. */
  note: parseAsInteger,
};

/** Notifications of triggers and of the service itself. */
export default function NotificationsPage() {
  const [address, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  const list = useRef<VirtualListHandle>(null);
  const finder = useNameFinder();
  const query = { find: finder.find, ...(address.which === "unread" && { is_read: false }) };
  const pages = useApiPages<Notification>(notificationsPath, query);
  const unread = useUnreadCount();
  const readAll = useReadAll();
  const { notifications, parts } = words;
  const close = () => void set({ note: null });
  useActions([
    { id: "find-name", label: parts.find, group: "This page", keys: "/", run: finder.focus },
    { id: "next", label: parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    { id: "previous", label: parts.previousEntry, group: "This page", keys: "k", run: () => list.current?.move(-1) },
    { id: "open", label: parts.openEntry, group: "This page", keys: "Enter", run: () => list.current?.openChosen() },
    { id: "read-all", label: notifications.readAll, group: "This page", keys: "a", run: () => readAll.mutate() },
    { id: "close-note", label: parts.closeEntry, group: "This page", keys: "Escape", run: close },
  ]);
  return (
    <div className={classes.page}>
      <div className={classes.list}>
        <PageHead title={notifications.title} note={unread ? notifications.unreadCount(unread) : undefined}>
          {finder.field}
          <SegmentedControl
            aria-label={notifications.which}
            value={address.which}
            onChange={(which) => void set({ which: which as "all" | "unread" })}
            data={[
              { value: "all", label: notifications.all },
              { value: "unread", label: notifications.unread },
            ]}
          />
          <Button
            variant="default"
            leftSection={<IconChecks size={15} />}
            disabled={!unread}
            loading={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            {notifications.readAll}
          </Button>
        </PageHead>
        {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
        {!pages.error && pages.count === undefined && <LoadingState lines={8} />}
        {pages.count === 0 && (
          <NoNote find={finder.find} which={address.which} onAll={() => void set({ which: "all" })} />
        )}
        {!pages.error && (pages.count ?? 0) > 0 && (
          <VirtualList
            ref={list}
            label={notifications.title}
            pages={pages}
            rowHeight={52}
            idOf={({ id }) => id}
            openId={address.note}
            onOpen={({ id }) => void set({ note: id })}
          >
            {(note) => <Entry note={note} />}
          </VirtualList>
        )}
      </div>
      {address.note !== null && <NotePanel key={address.note} id={address.note} onClose={close} />}
    </div>
  );
}

interface NoNoteProps {
  find: string | undefined;
  which: "all" | "unread";
  onAll: () => void;
}

function NoNote({ find, which, onAll }: NoNoteProps) {
  const { notifications, parts } = words;
  if (find !== undefined) return <EmptyState title={parts.noneSo} />;
  if (which === "all") return <EmptyState title={notifications.none} text={notifications.noneText} />;
  return <EmptyState title={notifications.noneUnread} action={{ label: notifications.showAll, run: onAll }} />;
}

function useReadAll() {
  return useMutation({
    mutationFn: () => call<{ changed: number }>("POST", `${notificationsPath}/read-all`, { body: {} }),
    onSuccess: ({ changed }) => {
      toast(words.notifications.allRead(changed));
      return refreshNotifications();
    },
    onError: sayRefused,
  });
}

function sayRefused(error: unknown): void {
  const { title, text } = explain(error);
  toast(words.parts.refused(title, text), { kind: "bad" });
}

function Entry({ note }: { note: Notification }) {
  const zone = useZone();
  const { is_read, created_at } = note;
  const { title, text } = wordsOf(note);
  return (
    <div className={classes.entry} role="presentation" data-read={is_read}>
      <span role="gridcell" className={classes.name}>
        <b>{title}</b>
        <span className={classes.text}>{text}</span>
      </span>
      <span role="gridcell" className={classes.time} title={exactTime(created_at, zone)}>
        {shortTime(created_at, zone)}
      </span>
    </div>
  );
}

function NotePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const zone = useZone();
  const found = useNotification(id);
  const { notifications } = words;
  const told = found.data && wordsOf(found.data);
  const isGone = found.error instanceof ApiError && found.error.status === 404;
  const isUnread = found.data?.is_read === false;
  const wasMarked = useRef(false);
  const mark = useMutation({
    mutationFn: (is_read: boolean) => call("PATCH", `${notificationsPath}/${id}`, { body: { is_read } }),
    onSuccess: refreshNotifications,
    onError: sayRefused,
  });
  const { mutate } = mark;
  // Opening a notification marks it as read. Marking it as unread after that is meant.
  useEffect(() => {
    if (isUnread && !wasMarked.current) mutate(true);
    if (isUnread) wasMarked.current = true;
  }, [isUnread, mutate]);
  const remove = useMutation({
    mutationFn: () => call("DELETE", `${notificationsPath}/${id}`),
    onSuccess: () => {
      toast(notifications.removed);
      onClose();
      return refreshNotifications();
    },
    onError: sayRefused,
  });
  return (
    <SidePanel
      label={told?.title ?? notifications.title}
      head={found.data && shortTime(found.data.created_at, zone)}
      tools={
        found.data &&
        !found.error && (
          <>
            <Tool label={notifications.markUnread} icon={<IconMail size={16} />} onClick={() => mutate(false)} />
            <Tool label={notifications.remove} icon={<IconTrash size={16} />} onClick={() => remove.mutate()} />
          </>
        )
      }
      onClose={onClose}
    >
      {isGone && <EmptyState title={notifications.gone} action={{ label: notifications.toList, run: onClose }} />}
      {found.error && !isGone && <FailedState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState />}
      {found.data && told && !found.error && (
        <>
          <h2 className={classes.title}>{told.title}</h2>
          <p className={classes.body}>{told.text}</p>
          {found.data.link !== null && <Link href={found.data.link}>{notifications.toPlace}</Link>}
          {found.data.event_id !== null && (
            <Link href={`/search?t=last_30_days&event=${found.data.event_id}`}>{notifications.toEvent}</Link>
          )}
        </>
      )}
    </SidePanel>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
