import { CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../words/words.ts";
import classes from "./side-panel.module.css";

interface SidePanelProps {
  /** Names the content, for screen readers. */
  label: string;
  head?: ReactNode;
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Shows one entry beside its list; on a phone in place of the list. */
export function SidePanel({ label, head, tools, onClose, children }: SidePanelProps) {
  return (
    <aside className={classes.panel} aria-label={label}>
      <div className={classes.head}>
        <div className={classes.title}>{head}</div>
        {tools}
        <CloseButton aria-label={words.parts.close} onClick={onClose} size="md" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className={classes.body} tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}
