import type { ReactNode } from "react";
import classes from "./page-head.module.css";

interface PageHeadProps {
  title: string;
  /** A quieter note beside the title, such as a count. */
  note?: string;
  /** Actions on the whole page. */
  children?: ReactNode;
}

/** The line above a page that is no search: what it is, how many, and what can be done with all of it. */
export function PageHead({ title, note, children }: PageHeadProps) {
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      <output className={classes.note}>{note}</output>
      <div className={classes.tools}>{children}</div>
    </header>
  );
}
