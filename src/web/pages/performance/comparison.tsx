import { shortTime } from "../../time/format-time.ts";
import { words } from "../../words/words.ts";
import { type Figure, figuresOf } from "./figures.ts";
import classes from "./performance-page.module.css";
import type { Run } from "./run-data.ts";
import { roundFigure, writeFigure } from "./write-figure.ts";

/** A smaller difference is within the noise of two runs. */
const sameWithin = 0.05;

/** Two runs of a kind side by side, figure by figure. */
export function Comparison({ run, other, zone }: { run: Run; other: Run; zone: string }) {
  const { performance: said } = words;
  const before = new Map(figuresOf(other).map((figure) => [figure.key, figure]));
  return (
    <section aria-label={said.comparison}>
      <h2 className={classes.title}>{said.comparison}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is scrolled by keys, too */}
      <div className={classes.scrolled} tabIndex={0} role="group" aria-label={said.comparison}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{said.what}</th>
              <th scope="col">{said.thatRun(shortTime(other.created_at, zone))}</th>
              <th scope="col">{`${said.thisRun}, ${shortTime(run.created_at, zone)}`}</th>
              <th scope="col">{said.change}</th>
            </tr>
          </thead>
          <tbody>
            {figuresOf(run).map((figure) => (
              <Row key={figure.key} now={figure} before={before.get(figure.key)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ now, before }: { now: Figure; before: Figure | undefined }) {
  const { performance: said } = words;
  const ratio = now.value && before?.value ? now.value / before.value : undefined;
  const change = ratio === undefined ? undefined : judge(ratio, now.best);
  return (
    <tr>
      <th scope="row">{now.label}</th>
      <td>{writeFigure(before?.value, now.unit)}</td>
      <td>{writeFigure(now.value, now.unit)}</td>
      <td data-change={change}>
        {ratio === undefined || change === undefined
          ? "–"
          : change === "same"
            ? said.same
            : `${said.factor(roundFigure(ratio))}, ${said[change]}`}
      </td>
    </tr>
  );
}

function judge(ratio: number, best: Figure["best"]): "same" | "better" | "worse" {
  if (Math.abs(ratio - 1) <= sameWithin) return "same";
  return ratio > 1 === (best === "most") ? "better" : "worse";
}
