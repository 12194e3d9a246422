import { Select, TextInput } from "@mantine/core";
import { NumberField } from "../../../layout/number-field.tsx";
import { words } from "../../../words/words.ts";
import type { TriggerDraft } from "../trigger-data.ts";
import type { FieldsProps } from "./editor-props.ts";
import classes from "./trigger-editor.module.css";

type Kind = "each" | "threshold" | "pattern" | "absence";

/** For each event, for many of them, for new kinds of them, or when they stay away. */
export function WhenFields({ draft, set, errorOf }: FieldsProps) {
  const { whenKinds } = words.triggers;
  return (
    <>
      <Select
        aria-label={words.triggers.when}
        allowDeselect={false}
        data={(Object.keys(whenKinds) as Kind[]).map((value) => ({ value, label: whenKinds[value] }))}
        value={kindOf(draft)}
        onChange={(kind) => set(startOf[kind as Kind])}
      />
      {draft.threshold && <ThresholdFields draft={draft} set={set} errorOf={errorOf} />}
      {draft.absence && <AbsenceFields draft={draft} set={set} errorOf={errorOf} />}
      {draft.is_new_pattern && (
        <Whole
          label={words.triggers.learning}
          value={draft.learning_time}
          error={errorOf("learning_time")}
          onChange={(learning_time) => set({ learning_time })}
        />
      )}
    </>
  );
}

function kindOf({ threshold, is_new_pattern, absence }: TriggerDraft): Kind {
  if (absence !== null) return "absence";
  if (is_new_pattern) return "pattern";
  return threshold === null ? "each" : "threshold";
}

const none = { threshold: null, is_new_pattern: false, learning_time: 0, absence: null };
const startOf: Record<Kind, Partial<TriggerDraft>> = {
  each: none,
  threshold: { ...none, threshold: { count: 10, seconds: 60, field: null } },
  pattern: { ...none, is_new_pattern: true },
  absence: { ...none, absence: { seconds: 600, field: null, known_within: 86_400 } },
};

function ThresholdFields({ draft, set, errorOf }: FieldsProps) {
  const threshold = draft.threshold!;
  const change = (changes: Partial<typeof threshold>) => set({ threshold: { ...threshold, ...changes } });
  const { triggers } = words;
  return (
    <div className={classes.row}>
      <Whole
        label={triggers.times}
        value={threshold.count}
        error={errorOf("threshold.count")}
        onChange={(count) => change({ count })}
      />
      <Whole
        label={triggers.withinSeconds}
        value={threshold.seconds}
        error={errorOf("threshold.seconds")}
        onChange={(seconds) => change({ seconds })}
      />
      <TextInput
        label={triggers.countedField}
        placeholder={triggers.anyValue}
        value={threshold.field ?? ""}
        error={errorOf("threshold.field")}
        onChange={({ target }) => change({ field: target.value.trim() || null })}
      />
    </div>
  );
}

function AbsenceFields({ draft, set, errorOf }: FieldsProps) {
  const absence = draft.absence!;
  const change = (changes: Partial<typeof absence>) => set({ absence: { ...absence, ...changes } });
  const { triggers } = words;
  return (
    <div className={classes.row}>
      <Whole
        label={triggers.afterSeconds}
        value={absence.seconds}
        error={errorOf("absence.seconds")}
        onChange={(seconds) => change({ seconds })}
      />
      <TextInput
        label={triggers.waitedField}
        placeholder={triggers.anyValue}
        value={absence.field ?? ""}
        error={errorOf("absence.field")}
        onChange={({ target }) => change({ field: target.value.trim() || null })}
      />
      <Whole
        label={triggers.knownWithin}
        value={absence.known_within}
        error={errorOf("absence.known_within")}
        onChange={(known_within) => change({ known_within })}
      />
    </div>
  );
}

interface WholeProps {
  label: string;
  value: number;
  error?: string;
  onChange: (value: number) => void;
}

/** A whole number; the service says what it may be. */
export function Whole({ label, value, error, onChange }: WholeProps) {
  return (
    <NumberField
      label={label}
      min={0}
      isWhole
      value={value}
      error={error}
      onChange={(next) => typeof next === "number" && onChange(next)}
    />
  );
}
