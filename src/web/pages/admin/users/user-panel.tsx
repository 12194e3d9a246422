import { Button } from "@mantine/core";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { User } from "../../../../api/users/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { useUser } from "../../../api/session.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { SidePanel } from "../../../layout/side-panel.tsx";
import { forgetUnsaved } from "../../../layout/unsaved.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { refreshUsers, useCount, usersPath, useStoredUser } from "./user-data.ts";
import { UserForm } from "./user-form.tsx";
import classes from "./users.module.css";

interface UserPanelProps {
  /** Undefined: a new one. */
  id: number | undefined;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One account beside the list. */
export function UserPanel({ id, onOpen, onClose }: UserPanelProps) {
  const found = useStoredUser(Number.isNaN(id) ? undefined : id);
  const failure = failureOf(found);
  const { admin } = words;
  const isGone = Number.isNaN(id) || (found.error instanceof ApiError && found.error.status === 404);
  return (
    <SidePanel
      label={found.data?.fullname ?? admin.makeUser}
      head={id === undefined ? admin.makeUser : found.data && <Since user={found.data} />}
      onClose={onClose}
    >
      {isGone && (
        <EmptyState title={admin.goneUser} text={admin.goneUserText} action={{ label: admin.toUsers, run: onClose }} />
      )}
      {failure && !isGone && <FailedState error={failure} onRetry={() => void found.refetch()} />}
      {id !== undefined && found.isPending && !isGone && <LoadingState />}
      {id === undefined && <UserForm stored={undefined} onSaved={(made) => onOpen(made.id)} />}
      {found.data && !failure && (
        <>
          <UserForm key={found.dataUpdatedAt} stored={found.data} onSaved={() => undefined} />
          <Deeds user={found.data} onRemoved={onClose} />
        </>
      )}
    </SidePanel>
  );
}

function Since({ user }: { user: User }) {
  const zone = useZone();
  const count = useCount("/api/sessions", { show_all: true, user: user.id });
  const { admin } = words;
  const made = user.created_at === undefined ? "" : admin.since(shortTime(user.created_at, zone));
  const sessions = count === undefined ? "" : count === 0 ? admin.notLoggedIn : admin.sessionsOf(count);
  return <>{[made, sessions].filter((text) => text !== "").join(", ")}</>;
}

function Deeds({ user, onRemoved }: { user: User; onRemoved: () => void }) {
  const self = useUser();
  const [dialog, setDialog] = useState<"password" | "remove">();
  const { admin } = words;
  const isOwn = user.id === self.id;
  if (isOwn) return null;
  return (
    <div className={classes.deeds}>
      <Button variant="default" leftSection={<IconKey size={15} />} onClick={() => setDialog("password")}>
        {admin.setPassword}
      </Button>
      <Button variant="light" color="red" leftSection={<IconTrash size={15} />} onClick={() => setDialog("remove")}>
        {admin.remove}
      </Button>
      {dialog === "password" && <PasswordDialog user={user} onClose={() => setDialog(undefined)} />}
      {dialog === "remove" && <RemoveDialog user={user} onRemoved={onRemoved} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function RemoveDialog({ user, onRemoved, onClose }: { user: User; onRemoved: () => void; onClose: () => void }) {
  const dashboards = useCount("/api/dashboards", { show_all: true, owner: user.id });
  const tasks = useCount("/api/tasks", { owner: user.id });
  const triggers = useCount("/api/triggers", { owner: user.id });
  const { admin } = words;
  const remove = async () => {
    await call("DELETE", `${usersPath}/${user.id}`);
    forgetUnsaved();
    toast(admin.removed(user.fullname));
    onRemoved();
    await refreshUsers();
  };
  return (
    <ConfirmDialog
      title={admin.remove}
      text={
        <>
          {admin.removeAsk(user.fullname)}
          <br />
          <br />
          {admin.removeGoes(dashboards ?? 0)}
          <br />
          {admin.removeStays(tasks ?? 0, triggers ?? 0)}
          <br />
          <br />
          {admin.deactivateInstead}
        </>
      }
      does={admin.remove}
      run={remove}
      onClose={onClose}
    />
  );
}
