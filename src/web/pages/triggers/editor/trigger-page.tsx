import { useLocation } from "wouter";
import { ApiError } from "../../../api/api-error.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { words } from "../../../words/words.ts";
import { useTrigger } from "../trigger-data.ts";
import { TriggerEditor } from "./trigger-editor.tsx";

/** Shows a trigger by its number; without one, a new trigger. */
export function TriggerPage({ id }: { id: number | undefined }) {
  const [, navigate] = useLocation();
  const found = useTrigger(id);
  const failure = failureOf(found);
  const { triggers } = words;
  const isGone = Number.isNaN(id) || (found.error instanceof ApiError && [400, 404].includes(found.error.status));
  if (id === undefined) return <TriggerEditor stored={undefined} />;
  if (isGone)
    return (
      <EmptyState
        title={triggers.gone}
        text={triggers.goneText}
        action={{ label: triggers.toList, run: () => navigate("/triggers") }}
      />
    );
  if (failure) return <FailedState error={failure} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={12} />;
  return <TriggerEditor key={found.data.id} stored={found.data} />;
}
