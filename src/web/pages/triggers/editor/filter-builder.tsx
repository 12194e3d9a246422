import { ActionIcon, Autocomplete, Button, Select, TagsInput, TextInput, Tooltip } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FilterElement } from "../../../../filter/condition/filter-element.ts";
import { fieldNamesQuery, useFieldKnowledge } from "../../../api/fields.ts";
import { QueryLine, type QueryLineHandle } from "../../../query-line/query-line.tsx";
import { words } from "../../../words/words.ts";
import type { ErrorOf } from "./editor-props.ts";
import classes from "./trigger-editor.module.css";

type Condition = Extract<FilterElement, { field: string }>;
type Sign = Condition["op"];

export interface PendingLine {
  /** Makes conditions of the line that no Enter has ended, then goes on. One that is wrong says so and ends it. */
  take(then: () => void): void;
}

interface FilterBuilderProps {
  filter: readonly FilterElement[];
  onChange: (filter: FilterElement[]) => void;
  errorOf: ErrorOf;
  line: Ref<PendingLine>;
  /** Whether a line waits to be taken. */
  onPending: (isPending: boolean) => void;
}

/** The conditions one by one, and a line for who rather writes; both are the same filter. */
export function FilterBuilder({ filter, onChange, errorOf, line, onPending }: FilterBuilderProps) {
  const { triggers } = words;
  const change = (at: number, element: FilterElement) =>
    onChange(filter.map((known, index) => (index === at ? element : known)));
  const remove = (at: number) => onChange(filter.filter((_, index) => index !== at));
  const add = () => onChange([...filter, { field: "message", op: "qp", value: "", ignore_case: true }]);
  return (
    <>
      {filter.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is where it stands
        <div key={index} className={classes.condition}>
          {"field" in element ? (
            <ConditionFields
              condition={element}
              onChange={(changed) => change(index, changed)}
              error={errorOf(`filter.${index}`)}
            />
          ) : (
            <code className={classes.whole}>{JSON.stringify(element)}</code>
          )}
          <Tooltip label={triggers.removeCondition("field" in element ? element.field : "")}>
            <ActionIcon
              size={32}
              aria-label={triggers.removeCondition("field" in element ? element.field : String(index + 1))}
              onClick={() => remove(index)}
            >
              <IconX size={15} />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      <div>
        <Button variant="default" size="compact-sm" leftSection={<IconPlus size={13} />} onClick={add}>
          {triggers.add}
        </Button>
      </div>
      <LineField ref={line} onAdd={(elements) => onChange([...filter, ...elements])} onPending={onPending} />
    </>
  );
}

interface ConditionFieldsProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
  error?: string;
}

function ConditionFields({ condition, onChange, error }: ConditionFieldsProps) {
  const known = useQuery(fieldNamesQuery(undefined));
  const { triggers } = words;
  const signs = Object.entries(triggers.signs).map(([value, label]) => ({ value, label }));
  const values = [condition.value].flat().map(String);
  const takesSeveral = condition.op === "eq" || condition.op === "ne";
  const setValues = (texts: string[]) => onChange({ ...condition, value: texts.length === 1 ? texts[0]! : texts });
  return (
    <>
      <div className={classes.field}>
        <Autocomplete
          aria-label={triggers.field}
          data={known.data?.map(({ name }) => name) ?? []}
          limit={30}
          value={condition.field}
          onChange={(field) => onChange({ ...condition, field })}
        />
      </div>
      <div className={classes.sign}>
        <Select
          aria-label={triggers.sign}
          data={signs}
          allowDeselect={false}
          value={condition.op}
          onChange={(op) => onChange({ ...condition, op: op as Sign })}
        />
      </div>
      <div className={classes.value}>
        {takesSeveral ? (
          <TagsInput
            aria-label={triggers.values}
            size="sm"
            value={values.filter((value) => value !== "")}
            error={error}
            onChange={setValues}
          />
        ) : (
          <TextInput
            aria-label={triggers.value}
            value={values.join(" ")}
            error={error}
            onChange={({ target }) => onChange({ ...condition, value: target.value })}
          />
        )}
      </div>
    </>
  );
}

interface LineFieldProps {
  ref: Ref<PendingLine>;
  onAdd: (elements: FilterElement[]) => void;
  onPending: (isPending: boolean) => void;
}

/** A line of the query language, read by the parser of the service itself. */
function LineField({ ref, onAdd, onPending }: LineFieldProps) {
  const fields = useFieldKnowledge(undefined);
  const [round, setRound] = useState(0);
  const written = useRef<QueryLineHandle>(null);
  const add = async (line: string) => {
    if (line.trim() === "") return;
    const { parseQueryLanguage } = await import("../../../../filter/language/query-language.ts");
    // At once: who takes the line saves what became of it.
    flushSync(() => {
      onAdd([...parseQueryLanguage(line)]);
      onPending(false);
      setRound((before) => before + 1);
    });
  };
  useImperativeHandle(ref, () => ({
    take: (then) => written.current?.take((line) => void add(line).then(then)),
  }));
  return (
    <div>
      <span className={classes.label}>{words.triggers.line}</span>
      <QueryLine
        key={round}
        ref={written}
        value=""
        label={words.triggers.line}
        placeholder={words.triggers.linePlaceholder}
        fields={fields}
        onChange={(line) => onPending(line.trim() !== "")}
        onSubmit={(line) => void add(line)}
      />
    </div>
  );
}
