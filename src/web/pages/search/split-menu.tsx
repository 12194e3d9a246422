import { Button, Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { fieldNamesQuery } from "../../api/fields.ts";
import { severityField } from "../../histogram/histogram-data.ts";
import { explain } from "../../states/explain.ts";
import { words } from "../../words/words.ts";
import type { SetAddress } from "./address.ts";
import classes from "./split-menu.module.css";

interface SplitMenuProps {
  /** null: severity. */
  split: string | null;
  set: SetAddress;
  asked: { from: number; to: number } | undefined;
  /** The bars on show are still those of another question. */
  isCounting: boolean;
}

/** Redundant with severity, or useless in thin bars, since nearly every event has its own value. */
const leftOut = new Set([severityField, "severity", "facility", "status", "pattern", "id", "message"]);

/** Chooses the field that the colours of the bars stand for. */
export function SplitMenu({ split, set, asked, isCounting }: SplitMenuProps) {
  const said = words.search.histogram;
  const names = useQuery({ ...fieldNamesQuery(asked), enabled: asked !== undefined });
  const fields = (names.data ?? []).filter(({ name, has_values }) => has_values && !leftOut.has(name));
  const by = said.by(split ?? undefined);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes.by} aria-label={said.chooseField(by)}>
            <span>{by}</span> <IconChevronDown size={11} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.fields}>
          <Menu.Label>{said.byTitle}</Menu.Label>
          {[null, ...fields.map(({ name }) => name)].map((name) => (
            <Menu.Item
              key={name}
              rightSection={name === split && <IconCheck size={14} />}
              onClick={() => void set({ split: name })}
            >
              {name ?? said.severity}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isCounting && <span className={classes.counting}>{said.counting}</span>}
    </>
  );
}

/** Why the bars cannot be told apart by this field, and the way back. */
export function NotSplit({ error, set }: { error: Error; set: SetAddress }) {
  return (
    <p className={classes.refused} role="alert">
      {explain(error).text}
      <Button variant="default" size="compact-sm" onClick={() => void set({ split: null })}>
        {words.search.histogram.by()}
      </Button>
    </p>
  );
}
