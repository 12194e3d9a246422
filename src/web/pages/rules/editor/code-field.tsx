import { useEffect, useRef, useState } from "react";
import { styleNonce } from "../../../api/facts.ts";
import { words } from "../../../words/words.ts";
import type { CodeEditor } from "./code-editor.ts";
import classes from "./rule-page.module.css";

interface CodeFieldProps {
  label: string;
  value: string;
  isReadOnly: boolean;
  /** The fault and its line; 0: no line. */
  problem: { line: number; reason: string } | undefined;
  onChange: (text: string) => void;
}

/** The editor, as soon as it has come; until then its text can be read. */
export function CodeField({ label, value, isReadOnly, problem, onChange }: CodeFieldProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const [isReady, setReady] = useState(false);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => {
    let isGone = false;
    void import("./code-editor.ts").then(({ createCodeEditor }) => {
      if (isGone || parent.current === null) return;
      editor.current = createCodeEditor({
        parent: parent.current,
        value: latest.current.value,
        label,
        nonce: styleNonce,
        isReadOnly,
        onChange: (text) => latest.current.onChange(text),
      });
      setReady(true);
    });
    return () => {
      isGone = true;
      editor.current?.close();
      editor.current = undefined;
    };
  }, [label, isReadOnly]);
  useEffect(() => editor.current?.set(value), [value]);
  const line = problem?.line ?? 0;
  useEffect(() => {
    if (isReady) editor.current?.mark(line);
  }, [line, isReady]);
  return (
    <div>
      <div ref={parent} className={classes.code} />
      {!isReady && <pre className={classes.plain}>{value}</pre>}
      <p className={classes.problem} role="alert">
        {problem && (problem.line > 0 ? `${words.rules.atLine(problem.line)}: ${problem.reason}` : problem.reason)}
      </p>
    </div>
  );
}
