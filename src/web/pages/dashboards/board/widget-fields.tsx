import { Checkbox, MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fieldNamesQuery, useFieldKnowledge } from "../../../api/fields.ts";
import { NumberField } from "../../../layout/number-field.tsx";
import { QueryLine } from "../../../query-line/query-line.tsx";
import type { KindField, WidgetKind } from "../../../widgets/widget-kinds.ts";
import { words } from "../../../words/words.ts";
import classes from "./widget-dialog.module.css";

interface KindFieldsProps {
  kind: WidgetKind;
  config: Record<string, unknown>;
  /** Messages of the service about fields, by `config.<name>`. */
  wrong: Readonly<Record<string, string>>;
  onChange: (name: string, value: unknown) => void;
}

/** Fields of the kind, besides the filter of its events. */
export function KindFields({ kind, config, wrong, onChange }: KindFieldsProps) {
  const names = useQuery({ ...fieldNamesQuery(undefined), enabled: kind.isAboutEvents });
  const known = (names.data ?? []).filter(({ has_values }) => has_values).map(({ name }) => name);
  return kind.fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      known={kind.type === "Changes" ? ["pattern", ...known] : known}
      value={config[field.name]}
      error={Object.entries(wrong).find(([path]) => path.startsWith(`config.${field.name}`))?.[1]}
      onChange={(value) => onChange(field.name, value)}
    />
  ));
}

interface OneFieldProps {
  field: KindField;
  known: readonly string[];
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

function OneField(props: OneFieldProps) {
  const { field, value, error, onChange } = props;
  const { label } = field;
  switch (field.as) {
    case "number":
      return (
        <NumberField
          label={label}
          error={error}
          min={field.least}
          max={field.most}
          isWhole
          value={typeof value === "number" ? value : ""}
          onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
        />
      );
    case "flag":
      return (
        <Checkbox
          label={label}
          error={error}
          checked={value === true}
          onChange={({ target }) => onChange(target.checked ? true : undefined)}
        />
      );
    case "line":
      return <LineField label={label} value={String(value ?? "")} onChange={(line) => onChange(line || undefined)} />;
    case "text":
      return (
        <TextInput
          label={label}
          error={error}
          placeholder={field.hint}
          value={value === undefined ? "" : String(value)}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      );
    default:
      return <ChosenField {...props} />;
  }
}

/** One or several of a list. */
function ChosenField({ field, known, value, error, onChange }: OneFieldProps) {
  const { label } = field;
  const list = Array.isArray(value) ? (value as string[]) : [];
  const choose = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next);
  switch (field.as) {
    case "field":
      return (
        <Select
          label={label}
          error={error}
          searchable
          allowDeselect={field.isOptional === true}
          clearable={field.isOptional === true}
          value={typeof value === "string" ? value : null}
          data={withOwn(known, [value])}
          onChange={(name) => onChange(name ?? undefined)}
        />
      );
    case "fields":
      return <TagsInput label={label} error={error} value={list} data={withOwn(known, list)} onChange={choose} />;
    case "choices":
      return <MultiSelect label={label} error={error} value={list} data={field.choices} onChange={choose} />;
    case "choice":
      return (
        <Select
          label={label}
          error={error}
          allowDeselect={false}
          value={typeof value === "string" ? value : field.choices[0]!.value}
          data={field.choices}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    default:
      return null;
  }
}

/** A name that no event has now is still the name. */
function withOwn(known: readonly string[], own: readonly unknown[]): string[] {
  return [...new Set([...own.filter((name): name is string => typeof name === "string" && name !== ""), ...known])];
}

interface LineFieldProps {
  label: string;
  value: string;
  onChange: (line: string) => void;
}

/** A line of the query language in a form. */
export function LineField({ label, value, onChange }: LineFieldProps) {
  const fields = useFieldKnowledge(undefined);
  return (
    <div>
      <span className={classes.label}>{label}</span>
      <QueryLine
        value={value}
        label={label}
        placeholder={words.dashboards.widget.lineHint}
        fields={fields}
        onChange={onChange}
        onSubmit={onChange}
      />
    </div>
  );
}
