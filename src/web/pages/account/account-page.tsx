import { IconDevices, IconKey, IconKeyboard, IconUserCircle } from "@tabler/icons-react";
import { Redirect, Route, Switch } from "wouter";
import { SessionsList } from "../../access/sessions-list.tsx";
import { TokensList } from "../../access/tokens-list.tsx";
import { Sections } from "../../layout/sections.tsx";
import { NoPage } from "../../states/no-page.tsx";
import { words } from "../../words/words.ts";
import { KeyboardPart } from "./keyboard-part.tsx";
import { MePart } from "./me-part.tsx";

/** The reader's own account: name, password, looks, tokens, sessions. */
export default function AccountPage() {
  const { account, access } = words;
  const icon = { size: 17, stroke: 1.6, "aria-hidden": true } as const;
  const sections = [
    { path: "/account/me", label: account.me, icon: <IconUserCircle {...icon} /> },
    { path: "/account/tokens", label: access.tokens, icon: <IconKey {...icon} /> },
    { path: "/account/sessions", label: access.sessions, icon: <IconDevices {...icon} /> },
    { path: "/account/keyboard", label: account.keyboard, icon: <IconKeyboard {...icon} /> },
  ];
  return (
    <Sections label={account.title} sections={sections}>
      <Switch>
        <Route path="/account/tokens">
          <TokensList ofAll={false} />
        </Route>
        <Route path="/account/sessions">
          <SessionsList ofAll={false} />
        </Route>
        <Route path="/account/keyboard">
          <KeyboardPart />
        </Route>
        <Route path="/account/me">
          <MePart />
        </Route>
        <Route path="/account">
          <Redirect to="/account/me" replace />
        </Route>
        <Route>
          <NoPage />
        </Route>
      </Switch>
    </Sections>
  );
}
