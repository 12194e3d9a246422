import { Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { words } from "../words/words.ts";
import { type Action, actionGroups, useOfferedActions } from "./action-store.ts";
import classes from "./command-menu.module.css";
import { Keys } from "./keys.tsx";

/** The command menu: every action available here, found by typing. */
export function CommandMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={560}
      padding={0}
      yOffset="12vh"
      attributes={{ content: { "aria-label": words.frame.menu.title } }}
    >
      <Commands onClose={onClose} />
    </Modal>
  );
}

function Commands({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = useFoundActions(text);
  const listId = useId();
  const run = (action: Action | undefined) => {
    if (action === undefined) return;
    onClose();
    action.run();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % found.length);
    }
    if (event.key === "Enter") run(found[chosen]);
  };
  return (
    <>
      <div className={classes.line}>
        <IconSearch size={16} aria-hidden />
        <input
          className={classes.input}
          data-autofocus
          placeholder={words.frame.menu.hint}
          aria-label={words.frame.menu.command}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found[chosen] && `${listId}-${chosen}`}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={move}
        />
      </div>
      <div className={classes.list} id={listId} role="listbox" aria-label={words.frame.commands} tabIndex={-1}>
        {found.map((action, index) => (
          <Command
            key={action.id}
            id={`${listId}-${index}`}
            action={action}
            isFirstOfGroup={action.group !== found[index - 1]?.group}
            isChosen={index === chosen}
            onPoint={() => setChosen(index)}
            onRun={() => run(action)}
          />
        ))}
        {found.length === 0 && <p className={classes.nothing}>{words.frame.menu.none}</p>}
      </div>
    </>
  );
}

interface CommandProps {
  id: string;
  action: Action;
  isFirstOfGroup: boolean;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Command({ id, action, isFirstOfGroup, isChosen, onPoint, onRun }: CommandProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <>
      {isFirstOfGroup && (
        <div className={classes.group} role="presentation">
          {words.frame.groups[action.group]}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys */}
      <div
        ref={element}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        className={classes.command}
        onMouseMove={onPoint}
        onClick={onRun}
      >
        <span>{action.label}</span>
        {action.keys && <Keys keys={action.keys} />}
      </div>
    </>
  );
}

/**
 * All words of the text occur in the action's; in the order of the groups. The last one looks for the text in the
 * events.
 */
function useFoundActions(text: string): Action[] {
  const [, navigate] = useLocation();
  const offered = useOfferedActions();
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = offered.filter(({ label, words: more = "", group }) => {
    const said = `${label} ${more} ${words.frame.groups[group]}`.toLowerCase();
    return typed.every((word) => said.includes(word));
  });
  const sorted = actionGroups.flatMap((group) => found.filter((action) => action.group === group));
  if (typed.length === 0) return sorted;
  const line = text.trim();
  const search: Action = {
    id: "search-text",
    label: words.frame.menu.searchFor(line),
    group: "Everywhere",
    run: () => navigate(`/search?q=${encodeURIComponent(line)}`),
  };
  return [...sorted, search];
}
