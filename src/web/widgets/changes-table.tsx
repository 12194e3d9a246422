import { UnstyledButton } from "@mantine/core";
import classes from "./changes-table.module.css";
import type { ChangedValue } from "./results.ts";
import { PatternText } from "./views/pattern-text.tsx";

interface ChangesTableProps {
  values: readonly ChangedValue[];
  field: string;
  /** Shows the events of a value; `isGone`: they lie in the time before. */
  onOpen?: (value: string, isGone: boolean) => void;
}

const kinds = {
  new: { sign: "+", label: "New" },
  gone: { sign: "−", label: "Gone" },
  more: { sign: "↑", label: "More" },
  less: { sign: "↓", label: "Less" },
} as const;

/** Values that became more or less frequent, the most surprising first; one click leads to their events. */
export function ChangesTable({ values, field, onOpen }: ChangesTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Change</th>
          <th scope="col">{field === "pattern" ? "Pattern" : field}</th>
          <th scope="col" className={classes.figure}>
            Before
          </th>
          <th scope="col" className={classes.figure}>
            Now
          </th>
          <th scope="col" className={classes.figure}>
            Times
          </th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ id, text, name, kind, count, base_count, ratio, expected }) => {
          const value = id ?? name ?? "";
          return (
            <tr key={value}>
              <td className={classes.kind} data-kind={kind}>
                <span aria-hidden>{kinds[kind].sign}</span> {kinds[kind].label}
              </td>
              <td className={classes.value}>
                <UnstyledButton
                  className={classes.open}
                  disabled={onOpen === undefined}
                  onClick={() => onOpen?.(value, kind === "gone")}
                >
                  {text === undefined ? value || "(none)" : <PatternText text={text} />}
                </UnstyledButton>
              </td>
              <td className={classes.figure}>{base_count.toLocaleString("en")}</td>
              <td className={classes.figure}>{count.toLocaleString("en")}</td>
              <td
                className={classes.figure}
                title={`Expected ${expected.toLocaleString("en", { maximumFractionDigits: 1 })}`}
              >
                {writeRatio(ratio)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function writeRatio(ratio: number | null): string {
  if (ratio === null || ratio === 0) return "–";
  return `×${ratio.toLocaleString("en", { maximumSignificantDigits: ratio < 100 ? 2 : 3 })}`;
}
