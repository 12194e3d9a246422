import { ActionIcon, Menu, UnstyledButton } from "@mantine/core";
import {
  IconChartBar,
  IconChevronRight,
  IconCircleCheck,
  IconCircleOff,
  IconColumns3,
  IconDots,
  IconMinus,
  IconSum,
} from "@tabler/icons-react";
import { memo, useRef, useState } from "react";
import type { FieldName } from "../../../api/fields.ts";
import type { ValueActions } from "../../../event/value-actions.ts";
import { explain } from "../../../states/explain.ts";
import { writeNumber, writeShare } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
import classes from "./fields-panel.module.css";
import { useTopValues } from "./top-values.ts";

interface FieldEntryProps {
  field: FieldName;
  asked: { q: string; from: number; to: number };
  actions: Required<ValueActions>;
  isOpenAtFirst: boolean;
  /** The reader's pointer is at the fields: nothing may move away from under it. */
  isPointed: boolean;
}

/** Memoized: there are dozens, and drawing them again would delay the rows. */
export const FieldEntry = memo(function FieldEntry(props: FieldEntryProps) {
  const { field, asked, actions, isOpenAtFirst, isPointed } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { name } = field;
  return (
    <section className={classes.field}>
      <div className={classes.head}>
        <UnstyledButton className={classes.name} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={14} className={classes.arrow} aria-hidden />
          <span className={classes.text} title={field.label}>
            {name}
          </span>
        </UnstyledButton>
        <FieldMenu field={field} actions={actions} />
      </div>
      {isOpen && <Values name={name} asked={asked} actions={actions} isPointed={isPointed} />}
    </section>
  );
});

function FieldMenu({ field: { name, has_values }, actions }: Pick<FieldEntryProps, "field" | "actions">) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} className={classes.more} aria-label={words.search.fields.menu(name)}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSum size={15} />} onClick={() => actions.group(name)}>
          {words.search.fields.group}
        </Menu.Item>
        {has_values && (
          <Menu.Item leftSection={<IconChartBar size={15} />} onClick={() => actions.split(name)}>
            {words.search.fields.overTime}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCircleCheck size={15} />} onClick={() => actions.has(name, false)}>
          {words.search.fields.has}
        </Menu.Item>
        <Menu.Item leftSection={<IconCircleOff size={15} />} onClick={() => actions.has(name, true)}>
          {words.search.fields.lacks}
        </Menu.Item>
        <Menu.Item leftSection={<IconColumns3 size={15} />} onClick={() => actions.column(name)}>
          {actions.isColumn(name) ? words.search.fields.takeColumn : words.search.fields.showColumn}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const valuesShown = 6;

/** Pixels of a line. Twin: `.only` of the styles. */
const linePixels = 24;

interface ValuesProps extends Pick<FieldEntryProps, "asked" | "actions" | "isPointed"> {
  name: string;
}

/**
 * Keeps its room while counting, and gives it up only when no pointer is near: a click would otherwise meet what has
 * just moved there.
 */
function Values({ isPointed, ...props }: ValuesProps) {
  const top = useTopValues({ ...props.asked, field: props.name, limit: valuesShown }, true);
  const room = useRef(valuesShown + 1);
  const lines = top.error ? 1 : top.data && Math.max(1, top.data.results.totals.values.length);
  if (lines !== undefined && (!isPointed || lines > room.current)) room.current = lines;
  return (
    <div className={classes.room} data-stale={top.isPlaceholderData} style={{ minHeight: room.current * linePixels }}>
      <CountedValues top={top} {...props} />
    </div>
  );
}

interface CountedValuesProps extends Omit<ValuesProps, "isPointed"> {
  top: ReturnType<typeof useTopValues>;
}

function CountedValues({ name, actions, top }: CountedValuesProps) {
  if (top.error) return <p className={classes.nothing}>{explain(top.error).title}.</p>;
  if (top.data === undefined) return <p className={classes.nothing}>{words.search.fields.counting}</p>;
  const { values } = top.data.results.totals;
  if (values.length === 0) return <p className={classes.nothing}>{words.search.fields.noValue}</p>;
  const total = values.reduce((sum, { count }) => sum + count, 0);
  const [most, other] = [values.slice(0, valuesShown), values[valuesShown]];
  return (
    <ul className={classes.values}>
      {most.map((value) => (
        <Value key={value.name} field={name} {...value} share={value.count / total} actions={actions} />
      ))}
      {other && (
        <li>
          <UnstyledButton className={classes.others} onClick={() => actions.group(name)}>
            {words.search.fields.others(writeNumber(other.count))}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

interface ValueProps {
  field: string;
  name: string;
  count: number;
  /** Share of all occurrences that have the field. */
  share: number;
  actions: Required<ValueActions>;
}

function Value({ field, name, count, share, actions }: ValueProps) {
  return (
    <li className={classes.value}>
      <UnstyledButton
        className={classes.only}
        onClick={() => actions.only(field, name)}
        title={words.search.fields.only(`${field}:${name}`, writeShare(share))}
      >
        <i style={{ width: `${share * 100}%` }} />
        <span className={classes.text}>{name}</span>
        <span className={classes.count}>{writeNumber(count)}</span>
      </UnstyledButton>
      <ActionIcon
        size={24}
        className={classes.without}
        aria-label={words.search.fields.without(`${field}:${name}`)}
        title={words.search.fields.without(name)}
        onClick={() => actions.without(field, name)}
      >
        <IconMinus size={13} />
      </ActionIcon>
    </li>
  );
}
