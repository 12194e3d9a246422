import { useSession } from "../api/session.ts";
import { LoginPage } from "../pages/login/login-page.tsx";
import { FailedState } from "../states/failed-state.tsx";
import classes from "./app.module.css";
import { Shell } from "./shell.tsx";

/** Who nobody knows logs in, at whatever address he came to, and is then where he wanted to go. */
export function App() {
  const session = useSession();
  if (session.isPending) return <output className={classes.beginning} aria-label="Loading" />;
  if (session.data === undefined)
    return (
      <main className={classes.alone}>
        <FailedState error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  return session.data === null ? <LoginPage /> : <Shell user={session.data} />;
}
