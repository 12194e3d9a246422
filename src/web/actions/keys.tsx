import { Kbd } from "@mantine/core";
import { keyLabels } from "./key-names.ts";
import classes from "./keys.module.css";

/** An action's keys, shown beside its name. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {keyLabels(keys).map((label) => (
        <Kbd key={label} className={classes.key}>
          {label}
        </Kbd>
      ))}
    </span>
  );
}
