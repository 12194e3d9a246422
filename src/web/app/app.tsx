import { lazy, Suspense } from "react";
import { useLocation } from "wouter";
import { useSession } from "../api/session.ts";
import { LoginPage } from "../pages/login/login-page.tsx";
import { FailedState } from "../states/failed-state.tsx";
import { words } from "../words/words.ts";
import classes from "./app.module.css";
import { Shell } from "./shell.tsx";

const SharedPage = lazy(() => import("../pages/dashboards/shared/shared-page.tsx"));

/** A link shows its dashboard to everybody, without a login. */
export function App() {
  const [path] = useLocation();
  if (path !== "/shared") return <Known />;
  return (
    <Suspense fallback={<output className={classes.beginning} aria-label={words.parts.loading} />}>
      <SharedPage />
    </Suspense>
  );
}

/** Shows the login at any address, then the page that was asked for. */
function Known() {
  const session = useSession();
  if (session.isPending) return <output className={classes.beginning} aria-label={words.parts.loading} />;
  if (session.data === undefined)
    return (
      <main className={classes.alone}>
        <FailedState error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  return session.data === null ? <LoginPage /> : <Shell user={session.data} />;
}
