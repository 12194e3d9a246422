import { useLocation } from "wouter";
import { ApiError } from "../../../api/api-error.ts";
import { may, useUser } from "../../../api/session.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { ForbiddenState } from "../../../states/forbidden-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { words } from "../../../words/words.ts";
import { newName, useRule } from "../rule-data.ts";
import { RuleEditor } from "./rule-editor.tsx";

const permission = "manage_parser_rules";

/** Shows a file of rules by its name; “new” is a new one. */
export function RulePage({ name }: { name: string }) {
  const [, navigate] = useLocation();
  const found = useRule(name);
  const failure = failureOf(found);
  const mayWrite = may(useUser(), permission);
  const { rules } = words;
  if (name === newName)
    return mayWrite ? <RuleEditor stored={undefined} /> : <ForbiddenState title={rules.make} permission={permission} />;
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <EmptyState
        title={rules.gone}
        text={rules.goneText}
        action={{ label: rules.toList, run: () => navigate("/rules") }}
      />
    );
  if (failure) return <FailedState error={failure} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={12} />;
  return <RuleEditor key={found.data.origin} stored={found.data} />;
}
