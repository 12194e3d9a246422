import { Button, Progress } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { PageHead } from "../../layout/page-head.tsx";
import { explain } from "../../states/explain.ts";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { words } from "../../words/words.ts";
import { ChoiceFields, defaultChoices } from "./choice-fields.tsx";
import { figuresOf } from "./figures.ts";
import classes from "./performance-page.module.css";
import { isRunning, type Run, startTest, stopRun, type TestName, testNames, tookOf, useRuns } from "./run-data.ts";
import { writeFigure } from "./write-figure.ts";

/** The tests that there are, each ready to be started, and what was measured lately. */
export function TestsPage() {
  const runs = useRuns();
  const { performance: said } = words;
  const zone = useZone();
  return (
    <div className={classes.page}>
      <PageHead title={said.title} note={runs.data?.length ? said.runsCount(runs.data.length) : undefined} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className={classes.body} tabIndex={0} role="group" aria-label={said.title}>
        <p className={classes.hint}>{said.hint}</p>
        <ul className={classes.tests}>
          {testNames.map((name) => (
            <Test key={name} name={name} running={runs.data?.find((run) => run.name === name && isRunning(run))} />
          ))}
        </ul>
        <section aria-label={said.runs}>
          <h2 className={classes.title}>{runs.data?.length === 0 ? said.noRuns : said.runs}</h2>
          {runs.error && <FailedState error={runs.error} onRetry={() => void runs.refetch()} />}
          {!runs.error && runs.data === undefined && <LoadingState lines={3} />}
          {runs.data?.length === 0 && <p className={classes.hint}>{said.noRunsText}</p>}
          <ul className={classes.runs}>
            {runs.data?.map((run) => (
              <RunEntry key={run.id} run={run} zone={zone} />
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function Test({ name, running }: { name: TestName; running: Run | undefined }) {
  const [, navigate] = useLocation();
  const [choices, setChoices] = useState(defaultChoices[name]);
  const { performance: said, parts } = words;
  const title = said.kinds[name]!;
  const start = useMutation({
    mutationFn: () => startTest(name, choices),
    onSuccess: ({ id }) => navigate(`/performance/${id}`),
  });
  const problem = start.error && explain(start.error);
  return (
    <li className={classes.test}>
      <form
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.hint}>{said.kindTexts[name]}</p>
        <ChoiceFields name={name} choices={choices} set={setChoices} error={start.error} />
        <p className={classes.problem} role="alert">
          {problem && parts.refused(problem.title, problem.text)}
        </p>
        {running === undefined ? (
          <Button
            type="submit"
            variant="light"
            leftSection={<IconPlayerPlay size={14} />}
            loading={start.isPending}
            aria-label={said.startOf(title)}
          >
            {said.start}
          </Button>
        ) : (
          <Link href={`/performance/${running.id}`} className={classes.live}>
            {said.atPercent(running.progress)}
            <Progress value={running.progress} size={4} aria-hidden />
          </Link>
        )}
      </form>
    </li>
  );
}

function RunEntry({ run, zone }: { run: Run; zone: string }) {
  const { performance: said } = words;
  const { id, name, status, progress, created_at, error } = run;
  const [first] = figuresOf(run);
  const stop = useMutation({ mutationFn: () => stopRun(id) });
  const title = said.kinds[name]!;
  const took = tookOf(run);
  return (
    <li className={classes.run}>
      <Link href={`/performance/${id}`} className={classes.runName}>
        {title}
      </Link>
      <span className={classes.runState} data-status={status} title={error ?? undefined}>
        {status === "STARTED" ? said.atPercent(progress) : said.status[status]}
      </span>
      <span className={classes.figure}>{first && `${first.label}: ${writeFigure(first.value, first.unit)}`}</span>
      <time className={classes.runTime} title={exactTime(created_at, zone)}>
        {shortTime(created_at, zone)}
        {took !== undefined && `, ${took}`}
      </time>
      <span className={classes.runTools}>
        {isRunning(run) && (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            leftSection={<IconPlayerStop size={14} />}
            loading={stop.isPending}
            aria-label={said.stopOf(title)}
            onClick={() => stop.mutate()}
          >
            {said.stop}
          </Button>
        )}
      </span>
    </li>
  );
}
