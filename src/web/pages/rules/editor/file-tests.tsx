import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { RuleFileTests, TestRunAnswer } from "../../../../api/parser-rules/schema.ts";
import { LeaveGuard } from "../../../layout/leave-guard.tsx";
import { explain } from "../../../states/explain.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { problemOf, runFileTests, saveFileTests, useFileTests } from "../rule-data.ts";
import { CodeField } from "./code-field.tsx";
import classes from "./rule-page.module.css";

interface FileTestsProps {
  name: string;
  /** The rules as they are written now. */
  text: string;
  mayWrite: boolean;
}

/** The tests that stand beside a file of rules: read, changed, run. */
export function FileTests({ name, text, mayWrite }: FileTestsProps) {
  const found = useFileTests(name);
  const { rules, parts } = words;
  const problem = found.error && explain(found.error);
  return (
    <section aria-label={rules.fileTests} className={classes.tests}>
      <h2 className={classes.title}>{rules.fileTests}</h2>
      <p className={classes.hint}>{rules.fileTestsHint}</p>
      {problem && <p className={classes.problem}>{parts.refused(problem.title, problem.text)}</p>}
      {!problem && found.data === undefined && <LoadingState lines={3} />}
      {found.data && <Editor key={name} stored={found.data} name={name} text={text} mayWrite={mayWrite} />}
    </section>
  );
}

const firstTest = `tests:
  - name: what is tested
    event: {program: my-program, message: user=alice logged in}
    expect:
      user_tags: {user: alice}
`;

function Editor({ stored, name, text, mayWrite }: FileTestsProps & { stored: RuleFileTests }) {
  const { rules } = words;
  const [tests, setTests] = useState(stored.text);
  const isChanged = tests !== stored.text;
  const save = useMutation({
    mutationFn: () => saveFileTests(name, tests),
    onSuccess: () => toast(rules.testsSaved(name)),
  });
  const run = useMutation({ mutationFn: () => runFileTests(name, text, tests) });
  const refused = save.error ?? run.error;
  const known = refused === null ? undefined : explain(refused);
  if (tests === "" && stored.text === "")
    return (
      <>
        <p className={classes.hint}>{rules.noFileTests}</p>
        {mayWrite && (
          <Button mt={8} variant="default" onClick={() => setTests(firstTest)}>
            {rules.firstTest}
          </Button>
        )}
      </>
    );
  return (
    <>
      <LeaveGuard isChanged={isChanged && !save.isPending} />
      {mayWrite && stored.origin === "shipped" && <p className={classes.hint}>{rules.shippedTestsHint}</p>}
      <CodeField
        label={rules.fileTests}
        value={tests}
        isReadOnly={!mayWrite}
        problem={problemOf(refused)}
        onChange={setTests}
      />
      {mayWrite && (
        <div className={classes.row}>
          <Button variant="light" loading={run.isPending} onClick={() => run.mutate()}>
            {rules.runTests}
          </Button>
          <Button variant="default" disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
            {rules.saveTests}
          </Button>
        </div>
      )}
      {known && problemOf(refused) === undefined && (
        <p className={classes.problem} role="alert">
          {words.parts.refused(known.title, known.text)}
        </p>
      )}
      <div role="status">{run.data && <Outcomes outcome={run.data} />}</div>
    </>
  );
}

function Outcomes({ outcome: { passed, failed, tests } }: { outcome: TestRunAnswer }) {
  const { rules } = words;
  const ordered = tests.toSorted((a, b) => Number(b.differences.length > 0) - Number(a.differences.length > 0));
  return (
    <>
      <p className={failed > 0 ? classes.problem : classes.passed}>
        <b>{failed > 0 ? rules.testsFailed(failed, passed) : rules.testsPassed(passed)}</b>
      </p>
      <ul className={classes.outcomes}>
        {ordered.map(({ name, differences }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tests may have one name
          <li key={index} data-passed={differences.length === 0}>
            {differences.length === 0 ? (
              <IconCheck size={14} aria-label={rules.passed} />
            ) : (
              <IconX size={14} aria-label={rules.failedTest} />
            )}
            <span>
              {name}
              {differences.map((difference) => (
                <span key={difference} className={classes.difference}>
                  {difference}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
