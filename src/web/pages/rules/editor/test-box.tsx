import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RuleTestAnswer } from "../../../../api/parser-rules/schema.ts";
import { explain } from "../../../states/explain.ts";
import { words } from "../../../words/words.ts";
import { readSamples, tryRules } from "../rule-data.ts";
import classes from "./rule-page.module.css";

type Result = RuleTestAnswer["results"][number];

/** Samples in, and step by step what each rule did with them. */
export function TestBox({ name, text, sample }: { name: string | undefined; text: string; sample?: string }) {
  const { rules, parts } = words;
  const [samples, setSamples] = useState(sample ?? "");
  useEffect(() => {
    if (sample !== undefined) setSamples(sample);
  }, [sample]);
  const test = useMutation({ mutationFn: () => tryRules(name, text, readSamples(samples)) });
  const problem = test.error && explain(test.error);
  return (
    <section aria-label={rules.test}>
      <h2 className={classes.title}>{rules.test}</h2>
      <Textarea
        className={classes.message}
        label={rules.sample}
        description={rules.sampleHint}
        autosize
        minRows={3}
        maxRows={10}
        value={samples}
        onChange={({ target }) => setSamples(target.value)}
      />
      <Button
        mt={8}
        variant="light"
        loading={test.isPending}
        disabled={samples.trim() === ""}
        onClick={() => test.mutate()}
      >
        {rules.run}
      </Button>
      <p className={classes.problem} role="alert">
        {problem && parts.refused(problem.title, problem.text)}
      </p>
      <ol className={classes.results} aria-live="polite">
        {test.data?.results.map((result, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results stand in the order of the samples
          <ResultEntry key={index} result={result} />
        ))}
      </ol>
    </section>
  );
}

function ResultEntry({ result: { outcome, error, before, steps, omitted_steps: omitted = 0 } }: { result: Result }) {
  const { rules } = words;
  const told = steps.filter((step) => step.outcome !== "unmatched");
  const quiet = steps.filter((step) => step.outcome === "unmatched");
  return (
    <li className={classes.result} data-outcome={outcome}>
      <b>{rules.outcomes[outcome]}</b> {error}
      {before && <p className={classes.sample}>{before.message}</p>}
      {told.length + omitted === 0 && outcome === "kept" && <p className={classes.hint}>{rules.nothingChanged}</p>}
      {told.map((step) => (
        <StepEntry key={`${step.file} ${step.rule}`} step={step} />
      ))}
      {quiet.length > 0 && (
        <details>
          <summary>{rules.quiet(quiet.length)}</summary>
          {quiet.map((step) => (
            <StepEntry key={`${step.file} ${step.rule}`} step={step} />
          ))}
        </details>
      )}
      {omitted > 0 && <p className={classes.hint}>{rules.omitted(omitted)}</p>}
    </li>
  );
}

function StepEntry({ step: { rule, outcome, condition, error, changes } }: { step: Result["steps"][number] }) {
  const { rules } = words;
  return (
    <div className={classes.step} data-outcome={outcome}>
      <p>
        <b>{rule}</b> {rules.steps[outcome]}
        {condition !== null && `: ${rules.condition(condition)}`}
        {error !== null && `: ${error}`}
      </p>
      {changes.map(({ field, before, after }) => (
        <p key={field} className={classes.change} title={before}>
          {rules.change(field)} <code>{after}</code>
        </p>
      ))}
    </div>
  );
}
