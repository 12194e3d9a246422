import { Button, CloseButton } from "@mantine/core";
import { Link } from "wouter";
import { words } from "../words/words.ts";
import { closeToast, useToasts } from "./toast-store.ts";
import classes from "./toasts.module.css";

export function Toasts() {
  return (
    <div className={classes.toasts} role="status" aria-live="polite">
      {useToasts().map(({ id, text, kind, link, action }) => (
        <div key={id} className={classes.toast} data-kind={kind}>
          <span className={classes.text}>{text}</span>
          {link && (
            <Link href={link.href} onClick={() => closeToast(id)}>
              {link.label}
            </Link>
          )}
          {action && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                closeToast(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <CloseButton size="sm" aria-label={words.parts.close} onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>
  );
}
