import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { words } from "../../../words/words.ts";
import type { Address, SetAddress } from "../address.ts";
import { toggleSignal } from "./signal-lines.ts";
import classes from "./signals.module.css";
import { useSignals } from "./use-signals.ts";

const SaveDialog = lazy(() => import("../saved/save-dialog.tsx"));

interface SignalsListProps {
  signals: readonly string[];
  set: SetAddress;
  /** The search with its signals, as it would be kept. */
  whole: Address;
}

/** Searches with a name; each is laid on the others by one click, and taken away by another. */
export function SignalsList({ signals, set, whole }: SignalsListProps) {
  const [keeps, setKeeps] = useState(false);
  const known = useSignals();
  return (
    <section className={classes.signals} aria-label={words.finding.signals}>
      <h2 className={classes.head}>
        <span title={words.finding.signalsHint}>{words.finding.signals}</span>
        <Tooltip label={words.finding.keepLine}>
          <ActionIcon
            size={24}
            aria-label={words.finding.keepLine}
            disabled={whole.q === ""}
            onClick={() => setKeeps(true)}
          >
            <IconPlus size={15} />
          </ActionIcon>
        </Tooltip>
      </h2>
      <ul className={classes.list}>
        {known.map(({ title, line }) => (
          <li key={`${title} ${line}`}>
            <UnstyledButton
              className={classes.signal}
              aria-pressed={signals.includes(line)}
              title={words.finding.lay(title, line)}
              onClick={() => void set((now) => ({ signals: toggleSignal(now.signals, line), event: null }))}
            >
              <i aria-hidden />
              <span>{title}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Suspense>{keeps && <SaveDialog address={whole} set={set} onClose={() => setKeeps(false)} />}</Suspense>
    </section>
  );
}
