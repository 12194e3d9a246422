import { Select } from "@mantine/core";
import { ApiError } from "../../api/api-error.ts";
import { NumberField } from "../../layout/number-field.tsx";
import { words } from "../../words/words.ts";
import classes from "./performance-page.module.css";
import type { TestName } from "./run-data.ts";

/** The choices, as the body of the request. */
export type TestChoices = Record<string, number | string | undefined>;

/** Twins: the defaults in src/api/performance-tests/schema.ts, but for samples: one's own events say most. */
export const defaultChoices: Record<TestName, TestChoices> = {
  "performance-test.estimate": { seconds: 10 },
  "performance-test.storage": { event_count: 100_000, message_size: 256, batch_size: 1000 },
  "performance-test.parser-rules": { sample_source: "stored", event_count: 10_000 },
  "performance-test.dashboard": { repeat: 3 },
};

interface ChoiceFieldsProps {
  name: TestName;
  choices: TestChoices;
  set: (choices: TestChoices) => void;
  error: Error | null;
}

interface NumberChoice {
  name: string;
  label: string;
  hint?: string;
}

/** TestChoices for a test; the service says what fits. */
export function ChoiceFields({ name, choices, set, error }: ChoiceFieldsProps) {
  const { performance: said } = words;
  const refused = error instanceof ApiError ? error.fields : {};
  return (
    <div className={classes.fields}>
      {name === "performance-test.parser-rules" && (
        <Select
          label={said.samples}
          allowDeselect={false}
          value={String(choices.sample_source)}
          data={[
            { value: "stored", label: said.samplesStored },
            { value: "built_in", label: said.samplesBuiltIn },
          ]}
          onChange={(source) => set({ ...choices, sample_source: source ?? "stored" })}
        />
      )}
      {numbersOf(name).map((field) => (
        <NumberField
          key={field.name}
          label={field.label}
          placeholder={field.hint}
          isWhole
          value={numberOf(choices[field.name])}
          error={refused[field.name]}
          onChange={(value) => set({ ...choices, [field.name]: typeof value === "number" ? value : undefined })}
        />
      ))}
    </div>
  );
}

function numbersOf(name: TestName): NumberChoice[] {
  const { performance: said } = words;
  const events = { name: "event_count", label: said.eventCount };
  switch (name) {
    case "performance-test.estimate":
      return [
        { name: "seconds", label: said.seconds },
        { name: "eps", label: said.eps, hint: said.epsHint },
      ];
    case "performance-test.storage":
      return [events, { name: "message_size", label: said.messageSize }, { name: "batch_size", label: said.batchSize }];
    case "performance-test.parser-rules":
      return [events];
    case "performance-test.dashboard":
      return [{ name: "repeat", label: said.repeat }];
  }
}

function numberOf(choice: TestChoices[string]): number | "" {
  return typeof choice === "number" ? choice : "";
}
