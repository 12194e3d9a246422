import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./state.module.css";

export interface StateAction {
  label: string;
  run: () => void;
}

interface EmptyStateProps {
  title: string;
  /** Explains the state and offers a next step. */
  text?: ReactNode;
  action?: StateAction;
  more?: ReactNode;
}

/** Nothing to show, and what to do about it. */
export function EmptyState({ title, text, action, more }: EmptyStateProps) {
  return (
    <section className={classes.state}>
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {action && (
        <Button variant="light" onClick={action.run}>
          {action.label}
        </Button>
      )}
      {more}
    </section>
  );
}
