import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import classes from "./sections.module.css";

export interface Section {
  path: string;
  label: string;
  icon: ReactNode;
}

interface SectionsProps {
  label: string;
  sections: readonly Section[];
  children: ReactNode;
}

/** A page of several parts, each with an address of its own: their names at the left, on a phone above. */
export function Sections({ label, sections, children }: SectionsProps) {
  const [location] = useLocation();
  const nav = useRef<HTMLElement>(null);
  // On a phone the names stand in a line that is longer than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is decides which name is current
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [location]);
  return (
    <div className={classes.page}>
      <nav ref={nav} className={classes.nav} aria-label={label}>
        <p className={classes.title}>{label}</p>
        <ul>
          {sections.map(({ path, label: name, icon }) => (
            <li key={path}>
              <Link
                href={path}
                className={classes.link}
                aria-current={location === path || location.startsWith(`${path}/`) ? "page" : undefined}
              >
                {icon}
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
