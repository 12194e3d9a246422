import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import { explain } from "../../states/explain.ts";
import { words } from "../../words/words.ts";
import { sampleSource, sendSamples } from "./samples.ts";
import classes from "./welcome-page.module.css";

/** Sample logs, for those without logs at hand. */
export function SamplesBox({ getToken }: { getToken: () => Promise<string> }) {
  const samples = useMutation({
    mutationFn: async () => sendSamples(await getToken(), Math.floor(Date.now() / 1000)),
  });
  return (
    <div className={classes.part}>
      <p className={classes.row}>
        {words.welcome.samples.text}
        <Button variant="default" loading={samples.isPending} onClick={() => samples.mutate()}>
          {words.welcome.samples.store}
        </Button>
      </p>
      <output className={classes.outcome}>
        {samples.data !== undefined && (
          <>
            {words.welcome.samples.stored(samples.data)}{" "}
            <Link href={`/search?t=last_2_hours&q=${encodeURIComponent(`source:${sampleSource}-*`)}`}>
              {words.welcome.lookAtThem}
            </Link>
          </>
        )}
      </output>
      {samples.error && (
        <p className={classes.problem} role="alert">
          {words.parts.refused(explain(samples.error).title, explain(samples.error).text)}
        </p>
      )}
    </div>
  );
}
