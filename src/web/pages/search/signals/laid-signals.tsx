import { Button, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { words } from "../../../words/words.ts";
import type { SetAddress } from "../address.ts";
import { toggleSignal } from "./signal-lines.ts";
import classes from "./signals.module.css";
import { useSignals } from "./use-signals.ts";

/** Signals that lie on the search; one that nobody here has kept is called by its line. */
export function LaidSignals({ signals, set }: { signals: readonly string[]; set: SetAddress }) {
  const known = useSignals();
  if (signals.length === 0) return null;
  const titleOf = (line: string) => known.find((signal) => signal.line === line)?.title ?? line;
  return (
    <div className={classes.laid}>
      <span className={classes.within}>{words.finding.within}</span>
      {signals.map((line) => (
        <UnstyledButton
          key={line}
          className={classes.chip}
          title={line}
          aria-label={words.finding.takeAway(titleOf(line))}
          onClick={() => void set((now) => ({ signals: toggleSignal(now.signals, line), event: null }))}
        >
          <span>{titleOf(line)}</span>
          <IconX size={13} aria-hidden />
        </UnstyledButton>
      ))}
      {signals.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void set({ signals: [], event: null })}>
          {words.finding.allAway}
        </Button>
      )}
    </div>
  );
}
