import { useMantineColorScheme } from "@mantine/core";
import { Suspense, useEffect, useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import { type Action, useActions } from "../actions/action-store.ts";
import { CommandMenu } from "../actions/command-menu.tsx";
import { listenKeys } from "../actions/listen-keys.ts";
import { ShortcutHelp } from "../actions/shortcut-help.tsx";
import { offers } from "../api/facts.ts";
import { applyLanguage } from "../api/preferences.ts";
import { may, type SessionUser } from "../api/session.ts";
import { UnsavedDialog } from "../layout/unsaved.tsx";
import { type PageDefinition, pages } from "../pages.ts";
import { ConnectionBar } from "../states/connection-bar.tsx";
import { ForbiddenState } from "../states/forbidden-state.tsx";
import { LoadingState } from "../states/loading-state.tsx";
import { NoPage } from "../states/no-page.tsx";
import { useColors } from "../theme/use-colors.ts";
import { chooseZone } from "../time/zone.ts";
import { Toasts } from "../toasts/toasts.tsx";
import { keepDrops } from "../uploads/keep-drops.ts";
import { chooseLanguage } from "../words/choose-language.ts";
import { otherLanguages } from "../words/language.ts";
import { words } from "../words/words.ts";
import { Landing } from "./landing.tsx";
import { leave } from "./leave.ts";
import { PageBoundary } from "./page-boundary.tsx";
import { Rail } from "./rail.tsx";
import classes from "./shell.module.css";

/** The frame of every page: rail, command menu, shortcuts. */
export function Shell({ user }: { user: SessionUser }) {
  const [dialog, setDialog] = useState<"commands" | "keys">();
  const shown = pages.filter(({ needs = [] }) => needs.every(offers));
  useShellActions(shown, setDialog);
  useEffect(listenKeys, []);
  useEffect(keepDrops, []);
  useAccount(user);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {words.frame.skip}
      </a>
      <Rail pages={shown} onCommands={() => setDialog("commands")} onKeys={() => setDialog("keys")} />
      <main id="main" className={classes.main} tabIndex={-1}>
        <ConnectionBar />
        <Pages pages={shown} user={user} />
      </main>
      <CommandMenu opened={dialog === "commands"} onClose={() => setDialog(undefined)} />
      <ShortcutHelp opened={dialog === "keys"} onClose={() => setDialog(undefined)} />
      <UnsavedDialog />
      <Toasts />
    </div>
  );
}

/** The account's looks outrank those that this browser remembers. */
function useAccount(user: SessionUser): void {
  const { setColorScheme } = useMantineColorScheme();
  const { theme, timezone } = user.preferences;
  useEffect(() => applyLanguage(user), [user]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when the account says something else
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme);
  }, [theme]);
  useEffect(() => {
    if (timezone !== undefined) chooseZone(timezone);
  }, [timezone]);
}

function Pages({ pages, user }: { pages: readonly PageDefinition[]; user: SessionUser }) {
  const [location] = useLocation();
  return (
    <PageBoundary key={location}>
      <Suspense fallback={<LoadingState />}>
        <Switch>
          <Route path="/">
            <Landing />
          </Route>
          {pages.map((page) => (
            <Route key={page.path} path={page.hasParts ? `${page.path}/*?` : page.path}>
              <PageOf page={page} user={user} />
            </Route>
          ))}
          <Route>
            <NoPage />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}

function PageOf({ page, user }: { page: PageDefinition; user: SessionUser }) {
  useEffect(() => {
    document.title = `${page.title()} · vigie`;
  }, [page]);
  const { component: Component, permission } = page;
  return may(user, permission) ? <Component /> : <ForbiddenState title={page.title()} permission={permission!} />;
}

function useShellActions(shown: readonly PageDefinition[], open: (dialog: "commands" | "keys") => void): void {
  const [, navigate] = useLocation();
  const colors = useColors();
  const { frame } = words;
  const goes = shown.map(
    ({ path, title, keys }): Action => ({
      id: `go ${path}`,
      label: title(),
      group: "Go to",
      keys,
      run: () => navigate(path),
    }),
  );
  useActions([
    ...goes,
    { id: "commands", label: frame.openCommands, group: "Everywhere", keys: "mod+k", run: () => open("commands") },
    { id: "keys", label: frame.showKeys, group: "Everywhere", keys: "?", run: () => open("keys") },
    {
      id: "colors",
      label: colors.isDark ? frame.lightColors : frame.darkColors,
      group: "Everywhere",
      words: frame.synonyms.colors,
      run: colors.toggle,
    },
    ...otherLanguages.map(
      ([code, name]): Action => ({
        id: `language ${code}`,
        label: name,
        group: "Everywhere",
        words: frame.synonyms.language,
        run: () => chooseLanguage(code),
      }),
    ),
    { id: "api", label: frame.apiDocs, group: "Everywhere", run: () => window.open("/api/docs", "_blank") },
    { id: "log-out", label: frame.logOut, group: "Everywhere", words: frame.synonyms.logOut, run: leave },
  ]);
}
