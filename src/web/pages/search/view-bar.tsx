import { Button, Menu, SegmentedControl } from "@mantine/core";
import { IconAdjustments, IconArrowDown, IconArrowUp, IconChevronDown, IconColumns3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { fieldNamesQuery } from "../../api/fields.ts";
import { defaultColumns, titleOfColumn, toggleColumn } from "../../events/columns.ts";
import { words } from "../../words/words.ts";
import type { Address, SetAddress } from "./address.ts";
import classes from "./view-bar.module.css";

interface ViewBarProps {
  address: Address;
  set: SetAddress;
  asked: { from: number; to: number } | undefined;
}

/** Chooses the view of the results. */
export function ViewBar({ address, set, asked }: ViewBarProps) {
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label={words.search.view}
        value={address.view}
        onChange={(view) => void set({ view: view as Address["view"] })}
        data={[
          { value: "events", label: words.search.events },
          { value: "patterns", label: words.search.patterns },
          { value: "groups", label: words.search.groups },
          { value: "special", label: words.finding.special },
        ]}
      />
      {address.view === "events" ? (
        <span className={classes.options}>
          <SortButton address={address} set={set} />
          <ColumnsMenu address={address} set={set} asked={asked} />
          <LookMenu address={address} set={set} />
        </span>
      ) : address.view === "groups" ? (
        <span className={classes.options}>
          <GroupField address={address} set={set} asked={asked} />
        </span>
      ) : null}
    </div>
  );
}

function SortButton({ address, set }: Omit<ViewBarProps, "asked">) {
  const isNew = address.sort === "new";
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={isNew ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
      onClick={() => void set((now) => ({ sort: now.sort === "new" ? "old" : "new" }))}
    >
      <span className={classes.word}>{isNew ? words.search.newestFirst : words.search.oldestFirst}</span>
    </Button>
  );
}

function ColumnsMenu({ address: { cols }, set, asked }: ViewBarProps) {
  const names = useQuery({ ...fieldNamesQuery(asked), enabled: asked !== undefined });
  const chosen = new Set(cols.map(({ field }) => field));
  const others = (names.data ?? []).filter(({ name }) => !chosen.has(name) && !neverColumns.has(name));
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconColumns3 size={14} />}>
          <span className={classes.word}>{words.search.columns}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.columns}>
        {cols.map(({ field }) => (
          <Menu.CheckboxItem
            key={field}
            checked
            onChange={() => void set((now) => ({ cols: toggleColumn(now.cols, field) }))}
          >
            {titleOfColumn(field)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        {others.map(({ name }) => (
          <Menu.CheckboxItem
            key={name}
            checked={false}
            onChange={() => void set((now) => ({ cols: toggleColumn(now.cols, name) }))}
          >
            {titleOfColumn(name)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void set({ cols: [...defaultColumns] })}>{words.search.columnsAtFirst}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const neverColumns = new Set(["message", "severity", "first_occurrence", "last_occurrence"]);

function LookMenu({ address, set }: Omit<ViewBarProps, "asked">) {
  const { wrap, compact, gaps } = address;
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconAdjustments size={14} />}>
          <span className={classes.word}>{words.search.lines}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={wrap} onChange={() => void set((now) => ({ wrap: !now.wrap }))}>
          {words.search.wrap}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem checked={compact} onChange={() => void set((now) => ({ compact: !now.compact }))}>
          {words.search.compact}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem checked={gaps} onChange={() => void set((now) => ({ gaps: !now.gaps }))}>
          {words.search.gaps}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

function GroupField({ address: { by }, set, asked }: ViewBarProps) {
  const names = useQuery({ ...fieldNamesQuery(asked), enabled: asked !== undefined });
  const fields = (names.data ?? []).filter(({ name, has_values }) => has_values && name !== "pattern");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.group}
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<IconChevronDown size={14} />}
        >
          {words.search.by(by)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.columns}>
        {fields.map(({ name }) => (
          <Menu.Item key={name} onClick={() => void set({ by: name })} data-chosen={name === by}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
