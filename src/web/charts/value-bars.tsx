import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./value-bars.module.css";

export interface ValueBar {
  key: string;
  name: string;
  /** 0 to 1: how long its bar is. */
  share: number;
  figure: string;
  /** Smaller, behind the name. */
  more?: ReactNode;
  onOpen?: () => void;
}

/** Values below each other, each with a bar behind its name and a figure. */
export function ValueBars({ bars }: { bars: readonly ValueBar[] }) {
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, name, share, figure, more, onOpen }) => (
        <li key={key}>
          <UnstyledButton className={classes.bar} onClick={onOpen} disabled={onOpen === undefined}>
            <i style={{ width: `${Math.min(1, share) * 100}%` }} />
            <span className={classes.name} title={name}>
              {name}
            </span>
            {more && <span className={classes.more}>{more}</span>}
            <b>{figure}</b>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
