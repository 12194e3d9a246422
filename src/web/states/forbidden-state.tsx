import { words } from "../words/words.ts";
import { EmptyState } from "./empty-state.tsx";

/** The page is there, but not for this user. */
export function ForbiddenState({ title, permission }: { title: string; permission: string }) {
  return <EmptyState title={words.states.forbidden(title)} text={words.states.forbiddenText(permission)} />;
}
