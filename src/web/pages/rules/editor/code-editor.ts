import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { typeOver } from "../../../query-line/type-over.ts";
import { suggestionsAt } from "./suggestions.ts";

export interface CodeEditorOptions {
  parent: HTMLElement;
  value: string;
  label: string;
  nonce: string;
  isReadOnly: boolean;
  onChange(value: string): void;
}

export interface CodeEditor {
  set(value: string): void;
  /** Marks a line as wrong; 0: none. */
  mark(line: number): void;
  close(): void;
}

/** A file of rules as text: coloured, completed, the wrong line marked. Tab indents; Escape, then Tab leaves. */
export function createCodeEditor({ parent, value, label, nonce, isReadOnly, onChange }: CodeEditorOptions): CodeEditor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        typeOver,
        // Else the list of what can stand there lies over the fault below.
        tooltips({ tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
        lineNumbers(),
        history(),
        autocompletion({ override: [complete], icons: false, interactionDelay: 0 }),
        keymap.of([
          { key: "Tab", run: acceptCompletion },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
        EditorState.readOnly.of(isReadOnly),
        EditorView.editable.of(!isReadOnly),
        wrongLine,
        colours,
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc.toString())),
      ],
    }),
  });
  return {
    set(text) {
      if (text !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    mark(line) {
      const known = line > 0 && line <= view.state.doc.lines ? view.state.doc.line(line).from : undefined;
      view.dispatch({ effects: marked.of(known) });
    },
    close: () => view.destroy(),
  };
}

const marked = StateEffect.define<number | undefined>();

const wrongLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, { effects, changes }) {
    let next = lines.map(changes);
    for (const effect of effects)
      if (effect.is(marked))
        next =
          effect.value === undefined
            ? Decoration.none
            : Decoration.set(Decoration.line({ class: "line-wrong" }).range(effect.value));
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Keys and comments; what a file means only the service knows. */
const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    const text = view.state.sliceDoc(from, to);
    for (const { index, 0: found, 1: before = "" } of text.matchAll(/^(\s*(?:- )*)[\w.$-]+(?=:(?:\s|$))/gm)) {
      const begin = from + index + before.length;
      marks.push(Decoration.mark({ class: "code-key" }).range(begin, from + index + found.length));
    }
    for (const { index, 0: found } of text.matchAll(/^\s*#.*$/gm))
      marks.push(Decoration.mark({ class: "code-comment" }).range(from + index, from + index + found.length));
  }
  return Decoration.set(marks, true);
}

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w=~!*$%{]*/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const line = context.state.doc.lineAt(context.pos);
  const options = suggestionsAt(line.text.slice(0, word.from - line.from), context.state.sliceDoc(0, line.from));
  return options.length === 0 ? null : { from: word.from, options: [...options] };
}
