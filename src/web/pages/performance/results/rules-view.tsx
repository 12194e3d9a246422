import { Button } from "@mantine/core";
import { useState } from "react";
import type { MeasuredRule, RulesResult } from "../../../../performance/result-schemas.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { words } from "../../../words/words.ts";
import classes from "../performance-page.module.css";
import { roundFigure, writeFigure } from "../write-figure.ts";

/** Number of rows that each press of "more" adds. */
const shownAtOnce = 50;

/** Slow rules, each with the line it is slow for. */
export function RulesView({ result }: { result: RulesResult }) {
  const { performance: said } = words;
  const { eps, seconds, rules_seconds, rule_count, rules, samples } = result;
  const [shown, setShown] = useState(shownAtOnce);
  const slowestFirst = rules.toSorted(
    (a, b) => Number(b.reason !== null) - Number(a.reason !== null) || (b.us_per_asked ?? 0) - (a.us_per_asked ?? 0),
  );
  const most = Math.max(...rules.map(({ us_per_asked }) => us_per_asked ?? 0), 1e-9);
  return (
    <>
      <section className={classes.verdict} aria-label={said.figures}>
        <p className={classes.says}>
          {said.parsed}: {writeFigure(eps, "per second")}
        </p>
        <p className={classes.hint}>
          {said.rulesTime}: {writeFigure(seconds === 0 ? null : rules_seconds / seconds, "share")},{" "}
          {said.rules(rule_count)}, {said.ofSamples[samples.of]}.
        </p>
      </section>
      <section className={classes.part} aria-label={said.slowRules}>
        <h2 className={classes.title}>{said.slowRules}</h2>
        {rules.length === 0 && <p className={classes.hint}>{said.noRulesMeasured}</p>}
        <ul className={classes.measured}>
          {slowestFirst.slice(0, shown).map((rule) => (
            <Rule key={rule.name} rule={rule} most={most} />
          ))}
        </ul>
        {rules.length > shown && (
          <Button variant="default" size="compact-sm" onClick={() => setShown(shown + shownAtOnce)}>
            {said.moreRules(Math.min(shownAtOnce, rules.length - shown), rules.length)}
          </Button>
        )}
        {rule_count > rules.length && <p className={classes.hint}>{said.unlistedRules(rule_count - rules.length)}</p>}
      </section>
    </>
  );
}

function Rule({ rule, most }: { rule: MeasuredRule; most: number }) {
  const { performance: said } = words;
  const { name, us_per_asked, matched, asked, reason, slowest_sample, slowest_us } = rule;
  return (
    <li>
      <div className={classes.measuredLine}>
        <i style={{ width: `${((us_per_asked ?? 0) / most) * 100}%` }} />
        <span className={classes.measuredName}>{name}</span>
        <span className={classes.hint}>
          {asked === 0 ? said.neverAsked : said.matched(writeNumber(matched), writeNumber(asked))}
        </span>
        <b>{writeFigure(us_per_asked, "µs")}</b>
      </div>
      {reason !== null && <p className={classes.problem}>{words.service.slowness(reason)}</p>}
      {slowest_sample !== null && slowest_us !== null && (
        <details>
          <summary>{said.slowestLine(`${roundFigure(slowest_us)} µs`)}</summary>
          <code className={classes.sample}>{slowest_sample}</code>
        </details>
      )}
    </li>
  );
}
