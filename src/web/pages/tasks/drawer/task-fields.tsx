import { Select, Textarea, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Task } from "../../../../tasks/task-view.ts";
import { FindSelect } from "../../../lists/find-select.tsx";
import { peopleSource } from "../../../people/people-source.ts";
import { readTyped } from "../../../time/read-typed.ts";
import { TimeField } from "../../../time/time-field.tsx";
import { typedTime } from "../../../time/typed-time.ts";
import { epochOf, useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { nextStatuses, type TaskStatus, useTaskChange, useTaskRole } from "../task-data.ts";
import classes from "./task-drawer.module.css";

/** Fields of a task; each is stored when the reader leaves it. */
export function TaskFields({ task }: { task: Task }) {
  const zone = useZone();
  const change = useTaskChange();
  const role = useTaskRole(task);
  const { tasks } = words;
  const save = (changes: Parameters<typeof change.mutate>[0]["changes"]) => change.mutate({ task, changes });
  const statuses = [task.status, ...nextStatuses[task.status]];
  return (
    <div className={classes.fields}>
      {role !== "keeper" && <p className={classes.hint}>{role === "reader" ? tasks.readOnly : tasks.assigneeOnly}</p>}
      <LeftField
        label={tasks.titleField}
        className={classes.title}
        value={task.title}
        isOff={role !== "keeper"}
        charactersMax={255}
        onLeft={(title) => title.trim() !== "" && save({ title: title.trim() })}
      />
      <div className={classes.row}>
        <Select
          label={tasks.statusField}
          allowDeselect={false}
          disabled={role === "reader"}
          data={statuses.map((status) => ({ value: status, label: tasks.status[status] }))}
          value={task.status}
          onChange={(status) => status !== null && save({ status: status as TaskStatus })}
        />
        <AssigneeField task={task} isOff={role !== "keeper"} onChange={(assigned_to) => save({ assigned_to })} />
      </div>
      <DueField key={`${task.due} ${zone}`} task={task} isOff={role !== "keeper"} onChange={(due) => save({ due })} />
      <LeftField
        label={tasks.description}
        placeholder={tasks.descriptionHint}
        value={task.description}
        isOff={role === "reader"}
        isLong
        charactersMax={10_000}
        onLeft={(description) => save({ description })}
      />
    </div>
  );
}

interface LeftFieldProps {
  label: string;
  placeholder?: string;
  className?: string;
  value: string;
  isOff: boolean;
  isLong?: boolean;
  charactersMax: number;
  onLeft: (text: string) => void;
}

/** A text that is stored when its field is left. */
function LeftField({ label, placeholder, className, value, isOff, isLong, charactersMax, onLeft }: LeftFieldProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const leave = () => draft !== value && onLeft(draft);
  const common = {
    label,
    placeholder,
    className,
    value: draft,
    disabled: isOff,
    maxLength: charactersMax,
    onBlur: leave,
  };
  if (isLong)
    return <Textarea {...common} autosize minRows={2} maxRows={14} onChange={({ target }) => setDraft(target.value)} />;
  return (
    <TextInput
      {...common}
      onChange={({ target }) => setDraft(target.value)}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
    />
  );
}

function AssigneeField({
  task,
  isOff,
  onChange,
}: {
  task: Task;
  isOff: boolean;
  onChange: (id: number | null) => void;
}) {
  return (
    <FindSelect
      source={peopleSource}
      label={words.tasks.assignee}
      placeholder={words.parts.nobody}
      clearable
      disabled={isOff}
      unknown={(id) => words.parts.unknownUser(Number(id))}
      value={task.assigned_to === null ? null : String(task.assigned_to)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

/** Stored when the reader leaves the field: while typing, a year is 0002 before it is 2026. */
function DueField({ task, isOff, onChange }: { task: Task; isOff: boolean; onChange: (due: number | null) => void }) {
  const zone = useZone();
  const known = task.due === null ? "" : typedTime(task.due, zone);
  const [draft, setDraft] = useState(known);
  const leave = () => {
    if (draft === known) return;
    const wall = readTyped(draft);
    if (draft.trim() === "") onChange(null);
    else if (wall !== undefined) onChange(epochOf(wall, zone));
  };
  return (
    <TimeField
      label={words.tasks.dueIn(zone)}
      disabled={isOff}
      value={draft}
      error={task.is_overdue ? words.tasks.overdue : undefined}
      onChange={setDraft}
      onBlur={leave}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
    />
  );
}
