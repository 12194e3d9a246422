import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import type { LogEvent } from "../../../events/log-event.ts";
import { words } from "../../../words/words.ts";
import { ruleOfPart } from "./rule-of-part.ts";
import classes from "./rule-page.module.css";

/** The event that the address names, such as `/rules/new?event=7`. */
export function useEventOfAddress(): LogEvent | undefined {
  const id = new URLSearchParams(location.search).get("event");
  const found = useQuery({
    queryKey: ["event", id, "now"],
    queryFn: ({ signal }) => call<LogEvent>("GET", `/api/events/${id}`, { signal }),
    enabled: id !== null && /^\d+$/.test(id),
  });
  return found.data;
}

/** Part of a message, marked by the reader, becomes a rule that finds it in all messages like it. */
export function EventBox({ event, onTake }: { event: LogEvent; onTake: (text: string) => void }) {
  const { rules } = words;
  const [tag, setTag] = useState("");
  const [[from, to], setPart] = useState<readonly [number, number]>([0, 0]);
  const part = event.message.slice(from, to);
  return (
    <section className={classes.event} aria-label={rules.fromEvent}>
      <h2 className={classes.title}>{rules.fromEvent}</h2>
      <p className={classes.hint}>{rules.fromEventHint}</p>
      <Textarea
        className={classes.message}
        aria-label={rules.messageField}
        autosize
        minRows={2}
        maxRows={8}
        aria-readonly
        value={event.message}
        // A field that is only read has no caret, and keys could mark nothing in it.
        onChange={() => undefined}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => setPart([selectionStart, selectionEnd])}
      />
      <div className={classes.row}>
        <TextInput label={rules.part} readOnly value={part} />
        <TextInput label={rules.tag} value={tag} onChange={({ target }) => setTag(target.value)} />
        <Button
          mt={24}
          h={36}
          variant="light"
          disabled={part.trim() === "" || !/^[A-Za-z]\w{0,62}$/.test(tag)}
          onClick={() => onTake(ruleOfPart({ program: event.program, message: event.message, from, to, tag }))}
        >
          {rules.take}
        </Button>
      </div>
    </section>
  );
}
