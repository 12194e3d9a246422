import { Checkbox, Modal, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { preview, trigger } from "../../../../api/triggers/schema.ts";
import { call } from "../../../api/call.ts";
import type { LogEvent } from "../../../events/log-event.ts";
import { SaveForm } from "../../../states/save-form.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import type { Address } from "../address.ts";
import classes from "./dialog.module.css";

type Preview = z.output<typeof preview>;

/**
 * The search as a trigger: it tells its owner of each new event that the line means. First, what it would have done.
 */
export default function TriggerDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const { q } = address;
  const zone = useZone();
  const [name, setName] = useState(q);
  const [marks, setMarks] = useState(false);
  const shown = useQuery({
    queryKey: ["trigger-preview", q],
    queryFn: ({ signal }) =>
      call<Preview>("POST", "/api/triggers/preview", { body: { q, time_range: { preset: "last_24_hours" } }, signal }),
  });
  const make = useMutation({
    mutationFn: () =>
      call<z.output<typeof trigger>>("POST", "/api/triggers", {
        body: { name, q, notify: true, mark_actionable: marks },
      }),
    onSuccess: ({ id, name: made }) => {
      toast(`From now on the trigger “${made}” looks at every new event.`, {
        link: { label: "Open it", href: `/triggers/${id}` },
      });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="A trigger of this search" size={480}>
      <SaveForm label="Make the trigger" save={make} problem={shown.error} isReady={name.trim() !== ""}>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <p>
          Fires for <code>{q === "" ? "every event" : q}</code> and tells you by a notification.
        </p>
        <Checkbox
          label="Mark these events as actionable"
          checked={marks}
          onChange={({ target }) => setMarks(target.checked)}
        />
        <p className={classes.preview} role="status">
          {shown.data ? describe(shown.data) : shown.error ? "" : "Looking at the last day…"}
        </p>
        {shown.data && shown.data.events.length > 0 && (
          <ul className={classes.events} aria-label="The latest it would have fired for">
            {(shown.data.events as unknown as LogEvent[]).slice(0, eventsShown).map((event) => (
              <li key={event.id}>
                <time title={exactTime(event.last_occurrence, zone)}>
                  {shortTime(Math.floor(event.last_occurrence), zone)}
                </time>
                <span title={event.message}>
                  {[event.host, event.program].filter(Boolean).join(" ")}: {event.message.split("\n", 1)[0]}
                </span>
              </li>
            ))}
          </ul>
        )}
      </SaveForm>
    </Modal>
  );
}

/** More are on the page of the events themselves. */
const eventsShown = 5;

function describe({ fired_count }: Preview): string {
  if (fired_count === 0) return "In the last 24 hours it would not have fired.";
  const times = fired_count === 1 ? "once" : `${fired_count.toLocaleString("en")} times`;
  return `In the last 24 hours it would have fired ${times}. It tells you at most once a minute.`;
}
