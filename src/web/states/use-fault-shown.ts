import { type RefObject, useEffect, useRef } from "react";

/**
 * For the message of a form. Each refusal puts the focus on the first wrong field; without one it scrolls to the
 * message.
 */
export function useFaultShown(error: Error | null): RefObject<HTMLParagraphElement | null> {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error === null) return;
    const field = line.current?.closest("form")?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else line.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return line;
}
