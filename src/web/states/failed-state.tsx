import { words } from "../words/words.ts";
import { EmptyState } from "./empty-state.tsx";
import { explain } from "./explain.ts";
import classes from "./state.module.css";

/** A failed request: the reason in words, and a retry where that may help. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, plain, requestId, canHelp } = explain(error);
  return (
    <div role="alert">
      <EmptyState
        title={title}
        text={plain}
        action={onRetry && canHelp ? { label: words.states.askAgain, run: onRetry } : undefined}
        more={requestId && <p className={classes.id}>{words.states.request(requestId)}</p>}
      />
    </div>
  );
}
