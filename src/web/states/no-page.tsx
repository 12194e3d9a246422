import { useLocation } from "wouter";
import { words } from "../words/words.ts";
import { EmptyState } from "./empty-state.tsx";

/** At an address that no page has. */
export function NoPage() {
  const { noPage } = words.frame;
  const [, navigate] = useLocation();
  return (
    <EmptyState
      title={noPage.title}
      text={noPage.text}
      action={{ label: noPage.goOn, run: () => navigate("/search") }}
    />
  );
}
