import { Component, type ReactNode } from "react";

interface Props {
  /** What is drawn; when one of these changes, drawing is tried again. */
  of: readonly unknown[];
  /** What stands there instead. */
  instead: (error: Error) => ReactNode;
  children: ReactNode;
}

interface State {
  of: readonly unknown[];
  error: Error | undefined;
}

/** Contains the failure of what cannot be drawn; what stands beside it stays. */
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
    return error === undefined ? this.props.children : this.props.instead(error);
  }
}
