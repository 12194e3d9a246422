import { writeNumber } from "../../charts/write-number.ts";
import classes from "./views.module.css";

interface BadgeProps {
  value: number;
  /** Its course, drawn small below. */
  counts: readonly number[];
  figures: readonly { name: string; text: string }[];
}

/** One number, large. */
export function Badge({ value, counts, figures }: BadgeProps) {
  return (
    <div className={classes.badge}>
      <b className={classes.large}>{writeNumber(value)}</b>
      {figures.length > 0 && (
        <span className={classes.beside}>{figures.map(({ name, text }) => `${name} ${text}`).join(" · ")}</span>
      )}
      {counts.length > 1 && <Course counts={counts} />}
    </div>
  );
}

function Course({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, at) =>
    count === 0 ? "" : `M${at + 0.1} 20V${(20 - (count / most) * 19).toFixed(1)}h.8V20z`,
  );
  return (
    <svg className={classes.course} viewBox={`0 0 ${counts.length} 20`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join("")} fill="currentColor" />
    </svg>
  );
}
