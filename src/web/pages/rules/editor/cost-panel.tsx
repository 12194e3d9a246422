import { Button, SegmentedControl } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { may, useUser } from "../../../api/session.ts";
import { explain } from "../../../states/explain.ts";
import { writeNumber } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
import { writeMicros } from "../rule-data.ts";
import classes from "./rule-page.module.css";

/** Twin: measuredRule in src/performance/result-schemas.ts. */
interface MeasuredRule {
  name: string;
  matched: number;
  us_per_asked: number | null;
  slowest_sample: string | null;
  slowest_us: number | null;
  reason: string | null;
}

/** Twin: the background run of the API. */
interface Run {
  id: string;
  status: string;
  progress: number;
  error: string | null;
  result: { rules: MeasuredRule[] } | null;
}

const pollMs = 500;

/** Shows the cost of each rule of the file, and the line it takes longest for. */
export function CostPanel({ name }: { name: string }) {
  const { rules, parts } = words;
  const [source, setSource] = useState<"stored" | "built_in">("stored");
  const [percent, setPercent] = useState(0);
  const measure = useMutation({ mutationFn: () => measureRules(name, source, setPercent) });
  const problem = measure.error && explain(measure.error);
  if (!may(useUser(), "run_performance_tests")) return null;
  return (
    <section aria-label={rules.cost} className={classes.cost}>
      <h2 className={classes.title}>{rules.cost}</h2>
      <p className={classes.hint}>{rules.costHint}</p>
      <div className={classes.row}>
        <SegmentedControl
          aria-label={rules.cost}
          value={source}
          onChange={(value) => setSource(value as typeof source)}
          data={[
            { value: "stored", label: rules.costStored },
            { value: "built_in", label: rules.costBuiltIn },
          ]}
        />
        <Button variant="light" loading={measure.isPending} onClick={() => measure.mutate()}>
          {rules.measure}
        </Button>
      </div>
      <p role="status" className={classes.hint}>
        {measure.isPending && rules.measuring(Math.round(percent))}
      </p>
      <p className={classes.problem} role="alert">
        {problem && parts.refused(problem.title, problem.text)}
      </p>
      {measure.data && <Measured measured={measure.data} />}
    </section>
  );
}

function Measured({ measured }: { measured: readonly MeasuredRule[] }) {
  const { rules } = words;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{rules.rule}</th>
          <th scope="col">{rules.perAsked}</th>
          <th scope="col">{rules.matched}</th>
        </tr>
      </thead>
      <tbody>
        {measured.map(({ name, matched, us_per_asked, slowest_sample, slowest_us, reason }) => (
          <tr key={name}>
            <td>
              {name.split(" / ").at(-1)}
              {reason !== null && <p className={classes.problem}>{words.service.slowness(reason)}</p>}
              {slowest_sample !== null && slowest_us !== null && (
                <details>
                  <summary>{rules.slowest(writeMicros(slowest_us))}</summary>
                  <p className={classes.sample}>{slowest_sample}</p>
                </details>
              )}
            </td>
            <td className={classes.number}>
              {us_per_asked === null ? "–" : rules.perEvent(writeMicros(us_per_asked))}
            </td>
            <td className={classes.number}>{writeNumber(matched)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Starts the measurement and waits for its end. */
async function measureRules(
  name: string,
  sample_source: "stored" | "built_in",
  onProgress: (percent: number) => void,
): Promise<MeasuredRule[]> {
  const path = "/api/performance-tests/parser-rules";
  let run = await call<Run>("POST", path, { body: { rules: [name], sample_source, event_count: 2_000 } });
  while (["PENDING", "STARTED"].includes(run.status)) {
    onProgress(run.progress);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    run = await call<Run>("GET", `/api/async-tasks/${run.id}`);
  }
  if (run.result === null || run.status !== "SUCCESS") throw new Error(run.error ?? words.rules.failed);
  return run.result.rules;
}
