import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionKeymap,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation, EditorState, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  placeholder as placeholderOf,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { readPieces } from "../../filter/language/read-pieces.ts";
import { writeField, writeValue } from "../../filter/language/write-condition.ts";
import { writeNumber } from "../words/formats.ts";
import { words } from "../words/words.ts";
import { findSpot, operatorsFor } from "./complete.ts";
import { typeOver } from "./type-over.ts";

/** Fields and values for completion, from the events in question. */
export interface FieldKnowledge {
  list(): Promise<readonly KnownField[]>;
  /** The most frequent values with this prefix. */
  values(field: string, prefix: string): Promise<readonly { value: string; count: number }[]>;
}

export interface KnownField {
  name: string;
  label: string;
  type: string;
  has_values: boolean;
}

export interface EditorOptions {
  parent: HTMLElement;
  value: string;
  label: string;
  placeholder: string;
  nonce: string;
  fields: FieldKnowledge;
  onChange(value: string): void;
  onSubmit(line: string): void;
  /** Escape was pressed while no list is open. */
  onLeave(): void;
  /** An arrow key asks for an earlier line (1) or a later one (-1); false: there is nothing to go through. */
  onPast(step: 1 | -1): boolean;
}

export interface QueryEditor {
  focus(): void;
  hasFocus(): boolean;
  line(): string;
  /** Takes the list of completions away, also one that is still waited for. */
  closeList(): void;
  /** Replaces the line, for example when the address has changed. */
  set(value: string): void;
  select(from: number, to: number): void;
  /** Marks the line as wrong once typing has paused. */
  showError(shown: boolean): void;
  close(): void;
}

/** One line of the query language; the parser of the service colours and completes it. */
export function createQueryEditor(options: EditorOptions): QueryEditor {
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({ doc: options.value, extensions: extensionsOf(options) }),
  });
  return {
    focus: () => view.focus(),
    hasFocus: () => view.hasFocus,
    line: () => view.state.doc.toString(),
    closeList: () => void closeCompletion(view),
    set(value) {
      if (value === view.state.doc.toString()) return;
      const changes = { from: 0, to: view.state.doc.length, insert: value };
      view.dispatch({ changes, selection: { anchor: value.length }, annotations: fromOutside.of(true) });
    },
    select: (from, to) => view.dispatch({ selection: { anchor: from, head: to } }),
    showError: (shown) => view.dispatch({ effects: errorShown.of(shown) }),
    close: () => view.destroy(),
  };
}

const fromOutside = Annotation.define<boolean>();
const errorShown = StateEffect.define<boolean>();

function extensionsOf({ label, placeholder, nonce, fields, onChange, onSubmit, onLeave, onPast }: EditorOptions) {
  const submit = Prec.high(
    keymap.of([
      { key: "Enter", run: ({ state }) => done(() => onSubmit(state.doc.toString())) },
      { key: "Escape", run: () => done(onLeave) },
      { key: "ArrowUp", run: () => onPast(1) },
      { key: "ArrowDown", run: () => onPast(-1) },
    ]),
  );
  return [
    EditorView.cspNonce.of(nonce),
    typeOver,
    // Enter sends the line; it takes an entry of the list only if an arrow key chose it. Tab takes the first.
    autocompletion({
      selectOnOpen: false,
      override: [(context) => complete(context, fields)],
      icons: false,
      closeOnBlur: true,
      maxRenderedOptions: 50,
      interactionDelay: 0,
      updateSyncTime: 150,
    }),
    Prec.highest(keymap.of([...completionKeymap, { key: "Tab", run: takeFirst }])),
    submit,
    history(),
    keymap.of([...historyKeymap, ...defaultKeymap]),
    oneLine,
    EditorView.lineWrapping,
    placeholderOf(placeholder),
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-multiline": "false",
      spellcheck: "false",
      autocapitalize: "off",
      autocorrect: "off",
      enterkeyhint: "search",
    }),
    isErrorShown,
    colours,
    EditorView.updateListener.of((update) => {
      const isOwn = update.docChanged && !update.transactions.some((change) => change.annotation(fromOutside));
      if (isOwn) onChange(update.state.doc.toString());
    }),
  ];
}

function takeFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletion(view.state) === null) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

/** Reports the key as handled. */
function done(action: () => void): true {
  action();
  return true;
}

/** Pasted lines become one. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, " ");
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: text },
    selection: { anchor: Math.min(transaction.newSelection.main.head, text.length) },
    annotations: Transaction.userEvent.of("input.paste"),
  };
});

const isErrorShown = StateField.define<boolean>({
  create: () => true,
  update: (shown, { effects, docChanged }) => {
    for (const effect of effects) if (effect.is(errorShown)) return effect.value;
    return docChanged ? false : shown;
  },
});

/** Colours the pieces; underlines from where the line goes wrong. */
const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view.state);
    }

    update({ docChanged, state, startState }: ViewUpdate): void {
      const isToggled = state.field(isErrorShown) !== startState.field(isErrorShown);
      if (docChanged || isToggled) this.decorations = decorate(state);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate(state: EditorState): DecorationSet {
  const line = state.doc.toString();
  const { pieces, error } = readPieces(line);
  const marks = pieces.map(({ kind, from, to }) => Decoration.mark({ class: `piece-${kind}` }).range(from, to));
  if (error !== undefined && state.field(isErrorShown) && line.length > 0) {
    const from = Math.min(error.column - 1, line.length - 1);
    const width = /^\S+/.exec(line.slice(from))?.[0].length ?? 1;
    marks.push(Decoration.mark({ class: "piece-error" }).range(from, from + width));
  }
  return Decoration.set(marks, true);
}

async function complete(context: CompletionContext, fields: FieldKnowledge): Promise<CompletionResult | null> {
  const known = await fields.list();
  const byName = new Map(known.map((field) => [field.name, field]));
  const spot = findSpot(context.state.doc.toString(), context.pos, (name) => byName.has(name));
  if (spot.kind === "field") {
    // On an empty line the list opens only on request.
    if (spot.prefix === "" && !context.explicit) return null;
    return { from: spot.from, options: known.map(fieldOption), validFor: /^[\p{L}\p{N}_.@$/-]*$/u };
  }
  if (spot.kind === "operator") {
    const type = byName.get(spot.field)?.type ?? "text";
    const options = operatorsFor(type).map(({ sign, meaning }) => ({
      label: sign,
      detail: meaning,
      apply: goOn(sign),
    }));
    const longer = known.filter(({ name }) => name.startsWith(spot.field) && name !== spot.field);
    return { from: spot.from, options, filter: false, ...(longer.length > 0 && { validFor: /^$/ }) };
  }
  if (spot.kind !== "value") return null;
  const values = await valuesOf(spot.field, spot.prefix, byName.get(spot.field), fields);
  return values.length === 0 ? null : { from: spot.from, options: values, filter: false };
}

function fieldOption({ name, label, type }: KnownField): Completion {
  const detail = label === name ? (type === "text" ? "" : type) : label;
  return { label: name, detail, apply: goOn(`${writeField(name)}:`), boost: label === name ? 0 : 1 };
}

async function valuesOf(field: string, prefix: string, known: KnownField | undefined, fields: FieldKnowledge) {
  const named = namedNumbers[field];
  if (named !== undefined)
    return named
      .map((name, number) => ({ label: name, detail: String(number), apply: `${name} ` }))
      .filter(({ label }) => label.startsWith(prefix.toLowerCase()));
  if (known?.has_values === false) return [];
  const values = await fields.values(field, prefix);
  return values.map(({ value, count }) => ({
    label: value === "" ? words.line.none : value,
    detail: writeNumber(count),
    apply: `${writeValue(value)} `,
  }));
}

/** Values written by name. */
const namedNumbers: Record<string, readonly string[]> = {
  severity: ["emergency", "alert", "critical", "error", "warning", "notice", "info", "debug"],
};

/** Inserts the text and offers what may follow. */
function goOn(text: string) {
  return (view: EditorView, _: Completion, from: number, to: number) => {
    view.dispatch({
      changes: { from, to, insert: text },
      selection: { anchor: from + text.length },
      userEvent: "input.complete",
    });
    startCompletion(view);
  };
}
