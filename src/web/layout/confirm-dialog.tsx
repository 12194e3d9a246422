import { Button, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explain } from "../states/explain.ts";
import { words } from "../words/words.ts";
import classes from "./confirm-dialog.module.css";

interface ConfirmDialogProps {
  title: string;
  /** Names what will be lost. */
  text: ReactNode;
  /** Label of the button. */
  does: string;
  /** A refusal is shown, and the dialog stays. */
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({ title, text, does, run, onClose }: ConfirmDialogProps) {
  const act = useMutation({ mutationFn: run, onSuccess: onClose });
  const problem = act.error && explain(act.error);
  return (
    <Modal opened onClose={onClose} title={title} size={420} closeButtonProps={{ "aria-label": words.parts.close }}>
      <p className={classes.text}>{text}</p>
      <p className={classes.problem} role="alert">
        {problem && words.parts.refused(problem.title, problem.text)}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {words.parts.cancel}
        </Button>
        <Button variant="light" color="red" loading={act.isPending} onClick={() => act.mutate()}>
          {does}
        </Button>
      </div>
    </Modal>
  );
}
