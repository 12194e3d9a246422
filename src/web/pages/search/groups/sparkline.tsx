import classes from "./groups-view.module.css";

/** The course of a count, without figures: they stand beside it. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const bars = counts
    .map((count, index) =>
      count === 0 ? "" : `M${index + 0.1} 20V${(20 - Math.max(1, (count / most) * 19)).toFixed(1)}h.8V20z`,
    )
    .join("");
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${Math.max(1, counts.length)} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={bars} fill="currentColor" />
    </svg>
  );
}
