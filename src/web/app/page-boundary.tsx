import type { ReactNode } from "react";
import { EmptyState } from "../states/empty-state.tsx";
import { FailureBoundary } from "../states/failure-boundary.tsx";
import { words } from "../words/words.ts";

/** Contains the failure of a page that cannot be drawn or loaded. One for each page. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <FailureBoundary of={[]} instead={(error) => <BrokenPage error={error} />}>
      {children}
    </FailureBoundary>
  );
}

function BrokenPage({ error }: { error: Error }) {
  const { notLoaded, broken, loadAnew } = words.frame;
  const isGone = /dynamically imported module|Importing a module|Loading chunk/i.test(error.message);
  return (
    <EmptyState
      title={isGone ? notLoaded.title : broken.title}
      text={isGone ? notLoaded.text : broken.text(error.message)}
      action={{ label: loadAnew, run: () => location.reload() }}
    />
  );
}
