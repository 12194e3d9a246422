import type { ReactNode } from "react";
import classes from "./views.module.css";

/** More than there is room for; by keys, too, where nothing in it can be chosen. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
