import { Component, type ReactNode } from "react";
import { EmptyState } from "../states/empty-state.tsx";
import { words } from "../words/words.ts";

/** Contains the failure of a page that cannot be drawn or loaded. */
export class PageBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { notLoaded, broken, loadAnew } = words.frame;
    if (error === undefined) return this.props.children;
    const isGone = /dynamically imported module|Importing a module|Loading chunk/i.test(error.message);
    return isGone ? (
      <EmptyState
        title={notLoaded.title}
        text={notLoaded.text}
        action={{ label: loadAnew, run: () => location.reload() }}
      />
    ) : (
      <EmptyState
        title={broken.title}
        text={broken.text(error.message)}
        action={{ label: loadAnew, run: () => location.reload() }}
      />
    );
  }
}
