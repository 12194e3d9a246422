import { Checkbox, Modal, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { preview, trigger } from "../../../../api/triggers/schema.ts";
import { call } from "../../../api/call.ts";
import type { LogEvent } from "../../../events/log-event.ts";
import { SaveForm } from "../../../states/save-form.tsx";
import { dayAndClock, exactTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { writeNumber } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
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
  const [fires, tells] = words.keeping.trigger.fires;
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
      toast(words.keeping.trigger.made(made), {
        link: { label: words.parts.open, href: `/triggers/${id}` },
      });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={words.keeping.trigger.title} size={480}>
      <SaveForm label={words.keeping.trigger.make} save={make} problem={shown.error} isReady={name.trim() !== ""}>
        <TextInput
          label={words.keeping.trigger.name}
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <p>
          {fires} <code>{q === "" ? words.keeping.trigger.everyEvent : q}</code> {tells}
        </p>
        <Checkbox
          label={words.keeping.trigger.marks}
          checked={marks}
          onChange={({ target }) => setMarks(target.checked)}
        />
        <p className={classes.preview} role="status">
          {shown.data ? describe(shown.data) : shown.error ? "" : words.keeping.trigger.looking}
        </p>
        {shown.data && shown.data.events.length > 0 && (
          <ul className={classes.events} aria-label={words.keeping.trigger.latest}>
            {(shown.data.events as unknown as LogEvent[]).slice(0, eventsShown).map((event) => (
              <li key={event.id}>
                <time title={exactTime(event.last_occurrence, zone)}>{dayAndClock(event.last_occurrence, zone)}</time>
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
  if (fired_count === 0) return words.keeping.trigger.wouldNot;
  return words.keeping.trigger.would(fired_count, writeNumber(fired_count));
}
