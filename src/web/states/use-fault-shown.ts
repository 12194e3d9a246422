import { type RefObject, useEffect, useRef } from "react";

/**
 * For the line of a form that says why it was not taken: each time it was not, the first field that is wrong has the
 * focus; without one the line itself is scrolled to.
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
