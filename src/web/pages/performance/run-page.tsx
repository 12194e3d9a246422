import { Button, Progress, Select } from "@mantine/core";
import { IconArrowLeft, IconPlayerStop } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import { ApiError } from "../../api/api-error.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { EmptyState } from "../../states/empty-state.tsx";
import { explain } from "../../states/explain.ts";
import { FailedState } from "../../states/failed-state.tsx";
import { failureOf } from "../../states/failure-of.ts";
import { LoadingState } from "../../states/loading-state.tsx";
import { shortTime } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";
import { Comparison } from "./comparison.tsx";
import classes from "./performance-page.module.css";
import { RunResult } from "./results/run-result.tsx";
import { isRunning, type Run, refreshRuns, stopRun, tookOf, useRun, useRuns } from "./run-data.ts";

/** Shows one run: its progress, then its result, beside that of another run if asked. */
export function RunPage({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const found = useRun(id);
  const failure = failureOf(found);
  const { performance: said } = words;
  const ended = found.data !== undefined && !isRunning(found.data);
  useEffect(() => {
    if (ended) void refreshRuns();
  }, [ended]);
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <EmptyState
        title={said.gone}
        text={said.goneText}
        action={{ label: said.toList, run: () => navigate("/performance") }}
      />
    );
  if (failure) return <FailedState error={failure} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={12} />;
  return <OneRun run={found.data} />;
}

function OneRun({ run }: { run: Run }) {
  const zone = useZone();
  const { performance: said } = words;
  const [otherId, setOther] = useQueryState("with", { history: "push" });
  const others = (useRuns().data ?? []).filter(
    ({ id, name, status }) => id !== run.id && name === run.name && status === "SUCCESS",
  );
  const other = others.find(({ id }) => id === otherId);
  const { name, status, created_at } = run;
  const took = tookOf(run);
  return (
    <div className={classes.page}>
      <PageHead
        title={said.kinds[name] ?? name}
        note={
          took === undefined ? said.began(shortTime(created_at, zone)) : `${said.status[status]}, ${said.took(took)}`
        }
      >
        <Link href="/performance" className={classes.back}>
          <IconArrowLeft size={14} aria-hidden /> {said.toList}
        </Link>
        {isRunning(run) && <StopButton run={run} />}
        {status === "SUCCESS" && others.length > 0 && (
          <Select
            aria-label={said.compare}
            placeholder={said.compare}
            clearable
            w={230}
            data={others.map(({ id, created_at: at }) => ({ value: id, label: said.thatRun(shortTime(at, zone)) }))}
            value={other?.id ?? null}
            onChange={(id) => void setOther(id)}
          />
        )}
      </PageHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className={classes.body} tabIndex={0} role="group" aria-label={said.figures}>
        {isRunning(run) ? (
          <Measuring run={run} />
        ) : status !== "SUCCESS" ? (
          <NoResult run={run} />
        ) : (
          <>
            {other && <Comparison run={run} other={other} zone={zone} />}
            <RunResult run={run} zone={zone} />
          </>
        )}
      </div>
    </div>
  );
}

function StopButton({ run: { id, name } }: { run: Run }) {
  const { performance: said } = words;
  const stop = useMutation({
    mutationFn: () => stopRun(id),
    onSuccess: () => toast(said.stopped),
    onError: (error) => {
      const { title, text } = explain(error);
      toast(words.parts.refused(title, text), { kind: "bad" });
    },
  });
  return (
    <Button
      variant="light"
      color="red"
      leftSection={<IconPlayerStop size={15} />}
      loading={stop.isPending}
      aria-label={said.stopOf(said.kinds[name] ?? name)}
      onClick={() => stop.mutate()}
    >
      {said.stop}
    </Button>
  );
}

function Measuring({ run: { status, progress, name } }: { run: Run }) {
  const { performance: said } = words;
  return (
    <section className={classes.measuring} aria-label={said.measuring}>
      <output className={classes.percent}>{status === "PENDING" ? said.waiting : said.atPercent(progress)}</output>
      <Progress value={progress} size={8} aria-label={said.measuring} />
      <p className={classes.hint}>{said.kindTexts[name]}</p>
    </section>
  );
}

function NoResult({ run: { status, error } }: { run: Run }) {
  const { performance: said } = words;
  return (
    <section className={classes.measuring} aria-label={said.why}>
      <h2 className={classes.title}>{status === "REVOKED" ? said.wasStopped : said.why}</h2>
      {status === "FAILURE" && <p className={classes.problem}>{error}</p>}
    </section>
  );
}
