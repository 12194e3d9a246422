import type { StorageResult } from "../../../../performance/result-schemas.ts";
import { words } from "../../../words/words.ts";
import { type Figure, figuresOf } from "../figures.ts";
import classes from "../performance-page.module.css";
import { writeFigure } from "../write-figure.ts";
import { FigureBars } from "./figure-bars.tsx";

/** Rates of writing and reading, and how long each delivery and each answer took. */
export function StorageView({ result }: { result: StorageResult }) {
  const { performance: said } = words;
  const figures = figuresOf({ name: "performance-test.storage", result });
  const { write, bytes_per_event, rule_count, trigger_count } = result;
  return (
    <>
      <section className={classes.verdict} aria-label={said.figures}>
        <p className={classes.says}>
          {said.writeEps}: {writeFigure(write?.eps, "per second")}
        </p>
        <p className={classes.hint}>
          {said.bytes_per_event}: {writeFigure(bytes_per_event, "bytes")}, {said.rules(rule_count)},{" "}
          {said.triggers(trigger_count)}.
        </p>
      </section>
      <div className={classes.columns}>
        <FigureBars title={said.rate} figures={figures.filter(({ unit }) => unit === "per second")} />
        <FigureBars title={said.writeMs} figures={timesOf("write", figures)} />
        <FigureBars title={said.readMs} figures={timesOf("read", figures)} />
        <FigureBars title={said.disk4k} figures={figures.filter(({ key }) => key.startsWith("fsync"))} />
      </div>
    </>
  );
}

/** Without what all of them are about: the title says it. */
function timesOf(what: "write" | "read", figures: readonly Figure[]): Figure[] {
  return (["p50", "p95", "p99"] as const).flatMap((part) => {
    const found = figures.find(({ key }) => key === `${what}_${part}`);
    return found === undefined ? [] : [{ ...found, label: words.performance[part] }];
  });
}
