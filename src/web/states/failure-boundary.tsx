import { Component, type ReactNode } from "react";
import { words } from "../words/words.ts";
import { EmptyState } from "./empty-state.tsx";

interface Props {
  /** What is drawn; when one of these changes, drawing is tried again. */
  of: readonly unknown[];
  children: ReactNode;
}

interface State {
  of: readonly unknown[];
  error: Error | undefined;
}

/** Says in the place of what cannot be drawn why; what stands beside it stays. */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of, error: undefined };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of.every((part, at) => part === state.of[at]) ? null : { of, error: undefined };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div role="alert">
        <EmptyState title={words.states.notDrawn} text={error.message} />
      </div>
    );
  }
}
