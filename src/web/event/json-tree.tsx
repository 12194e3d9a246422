import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import classes from "./json-tree.module.css";

/** JSON with parts that fold. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <div className={classes.tree}>
      <Node value={value} isOpenAtFirst />
    </div>
  );
}

interface NodeProps {
  name?: string;
  value: unknown;
  isOpenAtFirst?: boolean;
}

function Node({ name, value, isOpenAtFirst = false }: NodeProps) {
  if (typeof value === "object" && value !== null)
    return <Branch name={name} value={value} isOpenAtFirst={isOpenAtFirst} />;
  return (
    <div className={classes.leaf}>
      <Name name={name} />
      <span className={classes[typeof value]}>{JSON.stringify(value)}</span>
    </div>
  );
}

function Branch({ name, value, isOpenAtFirst }: { name?: string; value: object; isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0)
    return (
      <div className={classes.leaf}>
        <Name name={name} />
        {`${open}${close}`}
      </div>
    );
  return (
    <div>
      <UnstyledButton className={classes.branch} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Name name={name} />
        {open}
        {!isOpen && <span className={classes.folded}>{` ${entries.length} ${close}`}</span>}
      </UnstyledButton>
      {isOpen && (
        <>
          <div className={classes.inside}>
            {entries.map(([key, child]) => (
              <Node key={key} name={key} value={child} isOpenAtFirst={key === "user_tags"} />
            ))}
          </div>
          {close}
        </>
      )}
    </div>
  );
}

function Name({ name }: { name?: string }) {
  return name === undefined ? null : <span className={classes.name}>{JSON.stringify(name)}: </span>;
}
