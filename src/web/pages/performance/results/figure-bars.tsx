import { ValueBars } from "../../../charts/value-bars.tsx";
import type { Figure } from "../figures.ts";
import classes from "../performance-page.module.css";
import { writeFigure } from "../write-figure.ts";

/** Figures of one unit below each other; the largest is as long as there is room. */
export function FigureBars({ title, figures }: { title: string; figures: readonly Figure[] }) {
  const known = figures.filter(({ value }) => value !== null);
  const most = Math.max(...known.map(({ value }) => value!), 1e-9);
  if (known.length === 0) return null;
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ValueBars
        bars={known.map(({ key, label, value, unit }) => ({
          key,
          name: label,
          share: value! / most,
          figure: writeFigure(value, unit),
        }))}
      />
    </section>
  );
}
