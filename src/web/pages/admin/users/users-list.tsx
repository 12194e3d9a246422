import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { parseAsString, useQueryStates } from "nuqs";
import { useRef } from "react";
import type { User } from "../../../../api/users/schema.ts";
import { useActions } from "../../../actions/action-store.ts";
import { useUser } from "../../../api/session.ts";
import { NameFinder } from "../../../layout/name-finder.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { leaveSafely } from "../../../layout/unsaved.tsx";
import { useApiPages } from "../../../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../../../lists/virtual-list.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { words } from "../../../words/words.ts";
import { usersPath } from "./user-data.ts";
import { UserPanel } from "./user-panel.tsx";
import classes from "./users.module.css";

const parsers = {
  /** Part of a name. */
  name: parseAsString.withDefault(""),
  /** Id of the one beside the list, or "new". */
  user: parseAsString,
};

/** Everybody who has an account. */
export function UsersList() {
  const [address, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  const list = useRef<VirtualListHandle>(null);
  const finder = useRef<HTMLInputElement>(null);
  const query = { ordering: "username", name: address.name || undefined };
  const pages = useApiPages<User>(usersPath, query);
  const { admin, parts } = words;
  const open = (user: string | null) => leaveSafely(() => void set({ user }));
  useActions([
    { id: "new-user", label: admin.makeUser, group: "This page", keys: "n", run: () => open("new") },
    { id: "find-user", label: admin.search, group: "This page", keys: "/", run: () => finder.current?.focus() },
    { id: "next", label: parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    { id: "previous", label: parts.previousEntry, group: "This page", keys: "k", run: () => list.current?.move(-1) },
    { id: "open", label: parts.openEntry, group: "This page", keys: "Enter", run: () => list.current?.openChosen() },
    { id: "close-user", label: parts.closeEntry, group: "This page", keys: "Escape", run: () => open(null) },
  ]);
  return (
    <div className={classes.split}>
      <div className={classes.list}>
        <PageHead title={admin.users} note={pages.count ? admin.userCount(pages.count) : undefined}>
          <NameFinder
            ref={finder}
            label={admin.search}
            name={address.name}
            onChange={(name) => void set({ name }, { history: "replace" })}
          />
          <Button leftSection={<IconPlus size={15} />} onClick={() => open("new")}>
            {admin.makeUser}
          </Button>
        </PageHead>
        {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
        {!pages.error && pages.count === undefined && <LoadingState lines={8} />}
        {pages.count === 0 && <EmptyState title={admin.noUserFits} text={admin.noUserFitsText} />}
        {!pages.error && (pages.count ?? 0) > 0 && (
          <VirtualList
            ref={list}
            label={admin.users}
            pages={pages}
            rowHeight={48}
            idOf={({ id }) => id}
            openId={address.user === null ? null : Number(address.user)}
            onOpen={({ id }) => open(String(id))}
          >
            {(user) => <Entry user={user} />}
          </VirtualList>
        )}
      </div>
      {address.user !== null && (
        <UserPanel
          key={address.user}
          id={address.user === "new" ? undefined : Number(address.user)}
          onOpen={(id) => void set({ user: String(id) })}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

function Entry({ user }: { user: User }) {
  const self = useUser();
  const { admin } = words;
  const { username, fullname, is_active, is_superuser, permissions = [], hosts = [] } = user;
  const rights = is_superuser
    ? admin.superuserMark
    : permissions.map((name) => admin.permissionNames[name] ?? name).join(", ") || admin.nothingMore;
  return (
    <div className={classes.entry} role="presentation" data-active={is_active}>
      <span role="gridcell" className={classes.name}>
        <b>
          {fullname}
          {user.id === self.id && <em className={classes.mark}>{admin.yourself}</em>}
        </b>
        <span className={classes.facts}>
          {username}
          {!is_active && <span className={classes.off}>{admin.inactive}</span>}
        </span>
      </span>
      <span role="gridcell" className={classes.rights} title={rights}>
        {rights}
      </span>
      <span role="gridcell" className={classes.hosts}>
        {hosts.length > 0 && admin.hostsMark(hosts.length)}
      </span>
    </div>
  );
}
