import type { ReactNode } from "react";
import classes from "./system.module.css";

/** One subject of the page, under its name. */
export function Part({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  );
}
