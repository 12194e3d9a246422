import { Component, type ReactNode } from "react";
import { EmptyState } from "../states/empty-state.tsx";

/** Contains the failure of a page that cannot be drawn or loaded. */
export class PageBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isGone = /dynamically imported module|Importing a module|Loading chunk/i.test(error.message);
    return isGone ? (
      <EmptyState
        title="This page could not be loaded"
        text="vigie has been updated, or cannot be reached. Load it anew; your address stays."
        action={{ label: "Load anew", run: () => location.reload() }}
      />
    ) : (
      <EmptyState
        title="This page has a fault"
        text={`It stopped with: ${error.message}. Loading it anew often helps; your address stays.`}
        action={{ label: "Load anew", run: () => location.reload() }}
      />
    );
  }
}
