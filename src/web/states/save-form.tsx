import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { explain } from "./explain.ts";
import classes from "./save-form.module.css";

interface SaveFormProps {
  /** Label of the button. */
  label: string;
  /** The mutation that sends what the form holds. */
  save: { mutate: () => void; isPending: boolean; error: Error | null };
  /** Something else that went wrong. */
  problem?: Error | null;
  isReady: boolean;
  children: ReactNode;
}

/** Fields, what went wrong with them, and the one button that saves them. */
export function SaveForm({ label, save, problem, isReady, children }: SaveFormProps) {
  const failure = save.error ?? problem;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {children}
      <p className={classes.problem} role="alert">
        {failure && `${explain(failure).title}. ${explain(failure).text}`}
      </p>
      <Button className={classes.button} type="submit" loading={save.isPending} disabled={!isReady}>
        {label}
      </Button>
    </form>
  );
}
