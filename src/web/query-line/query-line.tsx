import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { styleNonce } from "../api/facts.ts";
import { words } from "../words/words.ts";
import type { FieldKnowledge, QueryEditor } from "./editor.ts";
import classes from "./query-line.module.css";

export interface QueryLineHandle {
  focus(): void;
  /** Passes on the line as it stands there, also without Enter. One that is wrong says so and is not passed on. */
  take(then: (line: string) => void): void;
}

interface QueryLineProps {
  /** The line as it was last asked. */
  value: string;
  placeholder: string;
  fields: FieldKnowledge;
  onSubmit: (line: string) => void;
  /** Called on each change, for forms that are sent later. */
  onChange?: (line: string) => void;
  /** Its accessible name; absent: the query. */
  label?: string;
  /** The service's message about the line that was asked. */
  refusal?: string;
  /** Lines of before, the latest first: arrow keys go through them. */
  past?: () => Promise<readonly string[]>;
  ref?: Ref<QueryLineHandle>;
}

/** The query field: a plain input first, replaced by the editor once that has loaded. */
export function QueryLine(props: QueryLineProps) {
  const { value, placeholder, fields, onSubmit, onChange, label = words.line.query, refusal, past, ref } = props;
  const [draft, setText] = useState(value);
  const isTyped = useRef(false);
  const setDraft = (text: string) => {
    isTyped.current = true;
    setText(text);
    onChange?.(text);
  };
  const [error, setError] = useState<string>();
  const mounted = useRef<Mounted>({});
  const isReady = useEditor(mounted, {
    value,
    label,
    placeholder,
    fields,
    onChange: setDraft,
    onSubmit: (line) => submit(line),
    onPast: usePast(mounted, draft, setDraft, past),
  });
  useEffect(() => {
    isTyped.current = false;
    setText(value);
    mounted.current.editor?.set(value);
  }, [value]);
  const focus = () => (mounted.current.editor ?? mounted.current.input)?.focus();
  useImperativeHandle(ref, () => ({
    focus,
    take: (then) => {
      mounted.current.editor?.closeList();
      const line = mounted.current.editor?.line() ?? mounted.current.input?.value ?? draft;
      // The editor may not show yet what was asked last.
      if (!isTyped.current || line.trim() === value.trim()) then(value);
      else check(line, then);
    },
  }));
  usePausedError(draft, setError, (shown) => mounted.current.editor?.showError(shown));
  /** The line as it stands there: what was typed last may not have reached `draft`. */
  const submit = (line: string) => check(line, onSubmit);
  const check = (line: string, then: (line: string) => void) => {
    const tell = (found: string | undefined) => {
      setError(found);
      mounted.current.editor?.showError(true);
      if (found === undefined) then(line.trim());
      else focus();
    };
    // At once where that can be: what follows is waited for.
    if (parser === undefined) void findError(line).then(tell);
    else tell(errorIn(line, parser));
  };
  const said = error ?? (draft.trim() === value.trim() ? refusal : undefined);
  return (
    <div className={classes.line} data-wrong={said !== undefined}>
      <div
        ref={(element) => {
          mounted.current.parent = element ?? undefined;
        }}
        className={classes.editor}
      />
      {!isReady && (
        <input
          ref={(element) => {
            mounted.current.input = element ?? undefined;
          }}
          className={classes.plain}
          aria-label={label}
          placeholder={placeholder}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it is not sent: the line is only taken.
            event.preventDefault();
            submit(event.currentTarget.value);
          }}
        />
      )}
      <p className={classes.error} role="alert">
        {said}
      </p>
    </div>
  );
}

interface Mounted {
  editor?: QueryEditor;
  input?: HTMLInputElement;
  parent?: HTMLElement;
}

interface EditorWishes {
  value: string;
  label: string;
  placeholder: string;
  fields: FieldKnowledge;
  onChange: (value: string) => void;
  onSubmit: (line: string) => void;
  onPast: (step: 1 | -1) => boolean;
}

/** Goes through the lines of before; the one that is being written stands at the near end. */
function usePast(
  mounted: RefObject<Mounted>,
  draft: string,
  onLine: (line: string) => void,
  past: QueryLineProps["past"],
): EditorWishes["onPast"] {
  const lines = useRef<readonly string[]>([]);
  const at = useRef(0);
  if (draft !== (lines.current[at.current] ?? draft)) lines.current = [];
  const show = (step: 1 | -1) => {
    const next = at.current + step;
    const line = lines.current[next];
    if (line === undefined) return;
    at.current = next;
    mounted.current.editor?.set(line);
    onLine(line);
  };
  return (step) => {
    if (past === undefined) return false;
    if (lines.current.length > 0) show(step);
    else if (step === 1)
      void past().then((known) => {
        lines.current = [draft, ...known.filter((line) => line !== draft)];
        at.current = 0;
        show(step);
      });
    return true;
  };
}

/**
 * Loads the editor and puts it in the place of the plain field, with its text, focus and selection. True: it is
 * there.
 */
function useEditor(mounted: RefObject<Mounted>, wishes: EditorWishes): boolean {
  const latest = useRef(wishes);
  latest.current = wishes;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isGone = false;
    void import("./editor.ts").then(({ createQueryEditor }) => {
      const { parent, input } = mounted.current;
      if (isGone || parent === undefined) return;
      const editor = createQueryEditor({
        parent,
        value: input?.value ?? latest.current.value,
        label: latest.current.label,
        placeholder: latest.current.placeholder,
        nonce: styleNonce,
        fields: {
          list: () => latest.current.fields.list(),
          values: (field, prefix) => latest.current.fields.values(field, prefix),
        },
        onChange: (value) => latest.current.onChange(value),
        onSubmit: (line) => latest.current.onSubmit(line),
        onPast: (step) => latest.current.onPast(step),
        onLeave: () => (document.activeElement as HTMLElement | null)?.blur(),
      });
      if (input !== undefined && document.activeElement === input) {
        editor.select(input.selectionStart ?? 0, input.selectionEnd ?? 0);
        editor.focus();
      }
      mounted.current.editor = editor;
      // At once: there are never two fields of one name.
      flushSync(() => setReady(true));
    });
    return () => {
      isGone = true;
      mounted.current.editor?.close();
      mounted.current.editor = undefined;
    };
  }, [mounted]);
  return isReady;
}

/** Pause after the last key before a line is checked: until then it may be incomplete. */
const pausedMs = 700;

function usePausedError(draft: string, say: (error: string | undefined) => void, show: (shown: boolean) => void): void {
  const latest = useRef({ say, show });
  latest.current = { say, show };
  useEffect(() => {
    latest.current.say(undefined);
    const timer = setTimeout(() => {
      void findError(draft).then((error) => {
        latest.current.say(error);
        latest.current.show(true);
      });
    }, pausedMs);
    return () => clearTimeout(timer);
  }, [draft]);
}

/** Loaded with the editor; the same parser as in the service. */
async function findError(line: string): Promise<string | undefined> {
  parser ??= await import("../../filter/language/read-pieces.ts");
  return errorIn(line, parser);
}

type Parser = typeof import("../../filter/language/read-pieces.ts");
let parser: Parser | undefined;

function errorIn(line: string, { readPieces }: Parser): string | undefined {
  const { error } = readPieces(line);
  return error && words.line.wrong(error.column, words.service.line(error.message));
}
