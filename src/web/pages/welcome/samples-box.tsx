import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import { explain } from "../../states/explain.ts";
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
        The last hour of a small shop: a web server, logins, and a database that is away for five minutes.
        <Button variant="default" loading={samples.isPending} onClick={() => samples.mutate()}>
          Store samples
        </Button>
      </p>
      <output className={classes.outcome}>
        {samples.data !== undefined && (
          <>
            {samples.data.toLocaleString("en")} events are stored.{" "}
            <Link href={`/search?t=last_2_hours&q=${encodeURIComponent(`source:${sampleSource}-*`)}`}>
              Look at them
            </Link>
          </>
        )}
      </output>
      {samples.error && (
        <p className={classes.problem} role="alert">
          {explain(samples.error).title}. {explain(samples.error).text}
        </p>
      )}
    </div>
  );
}
