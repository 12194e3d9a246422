import { EditorView } from "@codemirror/view";

/**
 * Types over a selection. A browser that does it would keep how the selected text looked as an inline style, which the
 * policy of the page forbids.
 */
export const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { state } = view;
    if (inputType !== "insertText" || !data || view.composing || state.readOnly || state.selection.main.empty)
      return false;
    view.dispatch(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});
