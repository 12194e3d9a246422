import { Checkbox, MultiSelect, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Trigger } from "../../../../api/triggers/schema.ts";
import { NumberField } from "../../../layout/number-field.tsx";
import { FindSelect, useFound } from "../../../lists/find-select.tsx";
import { peopleSource } from "../../../people/people-source.ts";
import { nameOf, usePeople } from "../../../people/use-people.ts";
import { words } from "../../../words/words.ts";
import type { TriggerDraft } from "../trigger-data.ts";
import type { FieldsProps } from "./editor-props.ts";
import { MailFields, WebhookFields } from "./send-fields.tsx";
import { SendTest } from "./send-test.tsx";
import classes from "./trigger-editor.module.css";
import { Whole } from "./when-fields.tsx";

interface ActionFieldsProps extends FieldsProps {
  stored: Trigger | undefined;
}

/** Edits the actions of a trigger. */
export function ActionFields({ draft, set, stored, errorOf }: ActionFieldsProps) {
  const { triggers } = words;
  return (
    <>
      <PeopleField value={draft.notify} error={errorOf("notify")} onChange={(notify) => set({ notify })} />
      <Switched
        label={triggers.task}
        isOn={draft.create_task !== null}
        onSwitch={(isOn) =>
          set({
            create_task: isOn
              ? { title: `\${trigger_name}: \${host} \${message}`, assigned_to: null, due_in: null }
              : null,
          })
        }
      >
        {draft.create_task && <TaskFields draft={draft} set={set} errorOf={errorOf} />}
      </Switched>
      <Switched
        label={triggers.mail}
        isOn={draft.send_email !== null}
        onSwitch={(isOn) =>
          set({ send_email: isOn ? { to: [], subject: `\${trigger_name}: \${host}`, template: mailText } : null })
        }
      >
        {draft.send_email && <MailFields draft={draft} set={set} errorOf={errorOf} />}
      </Switched>
      <Switched
        label={triggers.webhook}
        isOn={draft.send_webhook !== null}
        onSwitch={(isOn) => set({ send_webhook: isOn ? newWebhook : null })}
      >
        {draft.send_webhook && <WebhookFields draft={draft} set={set} errorOf={errorOf} />}
      </Switched>
      {(draft.send_email || draft.send_webhook) && <SendTest draft={draft} stored={stored} />}
      <Marks draft={draft} set={set} />
      <div className={`${classes.row} ${classes.level}`}>
        <TextInput
          className={classes.grow}
          label={triggers.note}
          maxLength={1000}
          value={draft.add_note}
          error={errorOf("add_note")}
          onChange={({ target }) => set({ add_note: target.value })}
        />
        <Whole
          label={triggers.minInterval}
          value={draft.min_interval}
          error={errorOf("min_interval")}
          onChange={(min_interval) => set({ min_interval })}
        />
        <NumberField
          label={triggers.order}
          isWhole
          value={draft.order}
          error={errorOf("order")}
          onChange={(order) => typeof order === "number" && set({ order })}
        />
      </div>
    </>
  );
}

const mailText = `\${trigger_name} \${happened}.\n\n\${time} \${host} \${program} \${severity_name}\n\${message}\n\n\${url}\n`;

const newWebhook: NonNullable<TriggerDraft["send_webhook"]> = {
  service: "slack",
  url: "",
  method: "POST",
  content_type: "application/json",
  template: `\${time} \${host} \${program}: \${message}`,
  chat_id: "",
  routing_key: "",
};

interface SwitchedProps {
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  children: ReactNode;
}

function Switched({ label, isOn, onSwitch, children }: SwitchedProps) {
  return (
    <div>
      <Checkbox label={label} checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      {isOn && (
        <div className={classes.inner} style={{ marginTop: 8 }}>
          {children}
        </div>
      )}
    </div>
  );
}

function Marks({ draft, set }: Pick<FieldsProps, "draft" | "set">) {
  const { triggers } = words;
  return (
    <>
      <Checkbox
        label={triggers.markActionable}
        checked={draft.mark_actionable}
        onChange={({ target }) => set({ mark_actionable: target.checked })}
      />
      <Checkbox
        label={triggers.markKnown}
        checked={draft.mark_known}
        onChange={({ target }) => set({ mark_known: target.checked })}
      />
      <Checkbox
        label={triggers.stops}
        checked={draft.stop_flag}
        onChange={({ target }) => set({ stop_flag: target.checked })}
      />
    </>
  );
}

interface PeopleFieldProps {
  value: readonly number[];
  error?: string;
  onChange: (ids: number[]) => void;
}

function PeopleField({ value, error, onChange }: PeopleFieldProps) {
  const [typed, setTyped] = useState("");
  const people = usePeople();
  const found = useFound(peopleSource, typed);
  const known = new Map((people.data ?? []).map((person) => [String(person.id), nameOf(person)]));
  for (const { value: id, label } of found.data ?? []) known.set(id, label);
  const data = (found.data ?? []).filter((choice) => !value.includes(Number(choice.value)));
  const chosen = value.map((id) => ({
    value: String(id),
    label: known.get(String(id)) ?? words.parts.unknownUser(id),
  }));
  return (
    <MultiSelect
      label={words.triggers.notify}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...chosen, ...data]}
      value={value.map(String)}
      error={error}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

function TaskFields({ draft, set, errorOf }: FieldsProps) {
  const task = draft.create_task!;
  const change = (changes: Partial<typeof task>) => set({ create_task: { ...task, ...changes } });
  return (
    <>
      <Textarea
        label={words.triggers.taskTitle}
        autosize
        minRows={1}
        value={task.title}
        error={errorOf("create_task.title")}
        onChange={({ target }) => change({ title: target.value })}
      />
      <div className={classes.row}>
        <FindSelect
          source={peopleSource}
          label={words.triggers.assignee}
          placeholder={words.parts.nobody}
          clearable
          unknown={(id) => words.parts.unknownUser(Number(id))}
          value={task.assigned_to === null ? null : String(task.assigned_to)}
          error={errorOf("create_task.assigned_to")}
          onChange={(id) => change({ assigned_to: id === null ? null : Number(id) })}
        />
        <TextInput
          label={words.triggers.dueIn}
          inputMode="numeric"
          value={task.due_in === null ? "" : String(task.due_in / 3600)}
          error={errorOf("create_task.due_in")}
          onChange={({ target }) => change({ due_in: secondsOf(target.value) })}
        />
      </div>
    </>
  );
}

function secondsOf(hours: string): number | null {
  const count = Number(hours);
  return hours.trim() === "" || Number.isNaN(count) ? null : Math.round(count * 3600);
}
