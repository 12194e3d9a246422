import { UnstyledButton } from "@mantine/core";
import { writeNumber } from "../words/formats.ts";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";
import classes from "./changes-table.module.css";
import type { ChangedValue } from "./results.ts";
import { PatternText } from "./views/pattern-text.tsx";

interface ChangesTableProps {
  values: readonly ChangedValue[];
  field: string;
  /** Shows the events of a value; `isGone`: they lie in the time before. */
  onOpen?: (value: string, isGone: boolean) => void;
}

const signs = { new: "+", gone: "−", more: "↑", less: "↓" } as const;

/** Values that became more or less frequent, the most surprising first; one click leads to their events. */
export function ChangesTable({ values, field, onOpen }: ChangesTableProps) {
  const said = words.widgets.changes;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{said.change}</th>
          <th scope="col">{field === "pattern" ? said.pattern : field}</th>
          <th scope="col" className={classes.figure}>
            {said.before}
          </th>
          <th scope="col" className={classes.figure}>
            {said.now}
          </th>
          <th scope="col" className={classes.figure}>
            {said.times}
          </th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ id, text, name, kind, count, base_count, ratio, expected }) => {
          const value = id ?? name ?? "";
          return (
            <tr key={value}>
              <td className={classes.kind} data-kind={kind}>
                <span aria-hidden>{signs[kind]}</span> {said.kinds[kind]}
              </td>
              <td className={classes.value}>
                <UnstyledButton
                  className={classes.open}
                  disabled={onOpen === undefined}
                  onClick={() => onOpen?.(value, kind === "gone")}
                >
                  {text === undefined ? value || words.widgets.none : <PatternText text={text} />}
                </UnstyledButton>
              </td>
              <td className={classes.figure}>{writeNumber(base_count)}</td>
              <td className={classes.figure}>{writeNumber(count)}</td>
              <td
                className={classes.figure}
                title={said.expected(expected.toLocaleString(language, { maximumFractionDigits: 1 }))}
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
  return `×${ratio.toLocaleString(language, { maximumSignificantDigits: ratio < 100 ? 2 : 3 })}`;
}
