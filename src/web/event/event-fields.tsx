import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconColumns3,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconMinus,
  IconPlus,
  IconSum,
  IconWorld,
} from "@tabler/icons-react";
import { useState } from "react";
import { type LogEvent, searchableFields } from "../events/log-event.ts";
import { copy } from "../toasts/copy.ts";
import { words } from "../words/words.ts";
import classes from "./event-drawer.module.css";
import { Place } from "./place.tsx";
import type { ValueActions } from "./value-actions.ts";

/** Searchable fields, each with the actions on its value; then those that are only stored. */
export function EventFields({ event, actions }: { event: LogEvent; actions: ValueActions }) {
  const kept = Object.entries(event.extra_fields);
  return (
    <>
      <dl className={classes.fields}>
        {searchableFields(event).map(([field, value]) => (
          <FieldRow key={field} event={event} field={field} value={value} actions={actions} />
        ))}
      </dl>
      {kept.length > 0 && (
        <>
          <h3 className={classes.group}>{words.event.kept}</h3>
          <dl className={classes.fields}>
            {kept.map(([name, value]) => (
              <div key={name} className={classes.field}>
                <dt>{name}</dt>
                <dd className={classes.value}>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

interface FieldRowProps {
  event: LogEvent;
  field: string;
  value: string;
  actions: ValueActions;
}

function FieldRow({ event, field, value, actions }: FieldRowProps) {
  const { only, without } = actions;
  const [showsPlace, setShowsPlace] = useState(false);
  return (
    <div className={classes.field}>
      <dt>{field}</dt>
      <dd className={classes.value}>
        {value}
        {showsPlace && <Place field={field} value={value} event={event} />}
      </dd>
      <dd className={classes.does}>
        {only && (
          <Tooltip label={words.event.onlyThis}>
            <ActionIcon size={24} aria-label={words.event.only(`${field}:${value}`)} onClick={() => only(field, value)}>
              <IconPlus size={14} />
            </ActionIcon>
          </Tooltip>
        )}
        {without && (
          <Tooltip label={words.search.fields.withoutThis}>
            <ActionIcon
              size={24}
              aria-label={words.search.fields.without(`${field}:${value}`)}
              onClick={() => without(field, value)}
            >
              <IconMinus size={14} />
            </ActionIcon>
          </Tooltip>
        )}
        <FieldMenu event={event} field={field} value={value} actions={actions} onPlace={() => setShowsPlace(true)} />
      </dd>
    </div>
  );
}

function FieldMenu({ event, field, value, actions, onPlace }: FieldRowProps & { onPlace: () => void }) {
  const { group, column, isColumn } = actions;
  const hints = event.actions?.[field === "severity_name" ? "severity" : field] ?? [];
  const links = hints.filter(({ url }) => url !== undefined);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={words.event.more(field)}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void copy(value, words.event.copy.theValue)}>
          {words.event.copy.value}
        </Menu.Item>
        {group && (
          <Menu.Item leftSection={<IconSum size={15} />} onClick={() => group(field)}>
            {words.event.groupBy(field)}
          </Menu.Item>
        )}
        {column && (
          <Menu.Item leftSection={<IconColumns3 size={15} />} onClick={() => column(field)}>
            {isColumn?.(field) ? words.search.fields.takeColumn : words.search.fields.showColumn}
          </Menu.Item>
        )}
        {hints.some(({ name }) => name === "geoip") && (
          <Menu.Item leftSection={<IconWorld size={15} />} onClick={onPlace}>
            {words.event.place.where}
          </Menu.Item>
        )}
        {links.map(({ name, label, url }) => (
          <Menu.Item
            key={name}
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={15} />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
