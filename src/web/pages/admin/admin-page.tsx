import { IconDevices, IconKey, IconServer, IconSettings, IconUsers } from "@tabler/icons-react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { SessionsList } from "../../access/sessions-list.tsx";
import { TokensList } from "../../access/tokens-list.tsx";
import { may, useUser } from "../../api/session.ts";
import { Sections } from "../../layout/sections.tsx";
import { EmptyState } from "../../states/empty-state.tsx";
import { NoPage } from "../../states/no-page.tsx";
import { words } from "../../words/words.ts";
import { SettingsPage } from "./settings/settings-page.tsx";
import { SystemPage } from "./system/system-page.tsx";
import { UsersList } from "./users/users-list.tsx";

/** Users, the state of the service, and its settings. Readers see the parts they have a right to. */
export default function AdminPage() {
  const user = useUser();
  const [address] = useLocation();
  const { admin, access } = words;
  const icon = { size: 17, stroke: 1.6, "aria-hidden": true } as const;
  const all = [
    { path: "/admin/system", label: admin.system, icon: <IconServer {...icon} />, permission: "view_system" },
    { path: "/admin/users", label: admin.users, icon: <IconUsers {...icon} />, permission: "manage_users" },
    { path: "/admin/tokens", label: access.tokens, icon: <IconKey {...icon} />, permission: "manage_authtokens" },
    { path: "/admin/sessions", label: access.sessions, icon: <IconDevices {...icon} />, permission: "manage_users" },
    { path: "/admin/settings", label: admin.settings, icon: <IconSettings {...icon} />, permission: "view_system" },
  ];
  const sections = all.filter(({ permission }) => may(user, permission));
  const [first] = sections;
  if (first === undefined) return <EmptyState title={admin.nothing} text={admin.nothingText} />;
  const isKnown = all.some(({ path }) => path === address);
  const isOpen = (path: string) => sections.some((section) => section.path === path);
  const part = (path: string, element: React.ReactNode) => isOpen(path) && <Route path={path}>{element}</Route>;
  return (
    <Sections label={admin.title} sections={sections}>
      <Switch>
        {part("/admin/system", <SystemPage />)}
        {part("/admin/users", <UsersList />)}
        {part("/admin/tokens", <TokensList ofAll />)}
        {part("/admin/sessions", <SessionsList ofAll />)}
        {part("/admin/settings", <SettingsPage />)}
        <Route path="/admin">
          <Redirect to={first.path} replace />
        </Route>
        <Route>{isKnown ? <EmptyState title={admin.nothing} text={admin.nothingText} /> : <NoPage />}</Route>
      </Switch>
    </Sections>
  );
}
