import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { TestAnswer, Trigger } from "../../../../api/triggers/schema.ts";
import { explain } from "../../../states/explain.ts";
import { isPartly } from "../../../states/partly.ts";
import { words } from "../../../words/words.ts";
import { type TriggerDraft, testTrigger } from "../trigger-data.ts";
import classes from "./trigger-editor.module.css";

/** Sends once what the trigger would send, and says what the other side made of it. */
export function SendTest({ draft, stored }: { draft: TriggerDraft; stored: Trigger | undefined }) {
  const { triggers, parts } = words;
  const test = useMutation({ mutationFn: () => testTrigger(draft, stored) });
  const problem = test.error && explain(test.error);
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconSend size={14} />}
        loading={test.isPending}
        onClick={({ currentTarget }) => currentTarget.form?.reportValidity() && test.mutate()}
      >
        {triggers.test}
      </Button>{" "}
      <span className={classes.faint}>{triggers.testHint}</span>
      <p className={classes.problem} role="alert">
        {problem && parts.refused(problem.title, problem.text)}
      </p>
      <div role="status">
        {test.data?.deliveries.map((delivery) => (
          <Delivered key={`${delivery.kind} ${delivery.place}`} delivery={delivery} />
        ))}
      </div>
    </div>
  );
}

function Delivered({ delivery }: { delivery: TestAnswer["deliveries"][number] }) {
  const { place, is_delivered, error, answer, body } = delivery;
  const { triggers } = words;
  return (
    <div className={classes.inner} style={{ marginTop: 8 }}>
      <p className={is_delivered ? undefined : classes.problem}>
        {is_delivered ? triggers.sent(place) : isPartly(error) ? triggers.partlySent(place) : triggers.notSent(place)}
        {error !== null && `: ${words.service.fault(error)}`}
      </p>
      {answer !== null && (
        <p className={classes.faint}>
          {triggers.otherSide}: {answer}
        </p>
      )}
      {body !== null && (
        <details>
          <summary>{triggers.wasSent}</summary>
          <pre className={classes.sent}>{body}</pre>
        </details>
      )}
    </div>
  );
}
