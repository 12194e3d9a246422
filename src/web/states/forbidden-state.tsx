import { EmptyState } from "./empty-state.tsx";

/** The page is there, but not for this user. */
export function ForbiddenState({ title, permission }: { title: string; permission: string }) {
  return (
    <EmptyState
      title={`${title} is not open to you`}
      text={`It takes the permission “${permission}”. Whoever manages users here can give it to you.`}
    />
  );
}
