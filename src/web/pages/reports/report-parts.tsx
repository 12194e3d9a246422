import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useExports } from "../../exports/export-store.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { words } from "../../words/words.ts";
import { useUnfinished } from "./report-data.ts";
import classes from "./report-parts.module.css";

interface PartsHeadProps {
  note?: string;
  children?: ReactNode;
}

/** The head of the three lists, and the way between them. */
export function PartsHead({ note, children }: PartsHeadProps) {
  const { reports } = words;
  const here = useExports().filter(({ state }) => state === "running").length;
  const there = useUnfinished().data?.length ?? 0;
  return (
    <>
      <PageHead title={reports.title} note={note}>
        {children}
      </PageHead>
      <nav className={classes.parts} aria-label={reports.parts}>
        <Part href="/reports" name={reports.stored} />
        <Part href="/reports/schedules" name={reports.schedules} />
        <Part href="/reports/exports" name={reports.exports} count={here + there} />
      </nav>
    </>
  );
}

function Part({ href, name, count = 0 }: { href: string; name: string; count?: number }) {
  const [path] = useLocation();
  return (
    <Link href={href} className={classes.part} aria-current={path === href ? "page" : undefined}>
      {name}
      {count > 0 && <span className={classes.badge}>{count}</span>}
    </Link>
  );
}
