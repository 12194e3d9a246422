import { type RefObject, useRef } from "react";
import { useActions } from "./action-store.ts";

/** Ctrl S does what the button of the form does: a number that is none is named then, and not left out. */
export function useSubmitKey(label: string, canSubmit: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const run = () => {
    if (canSubmit) form.current?.requestSubmit();
  };
  useActions([{ id: "save", label, group: "This page", keys: "mod+s", run }]);
  return form;
}
