import { type RefObject, useEffect, useState } from "react";

/** So far outside of the window something still counts as in sight, so that it is there when it is scrolled to. */
const margin = "200px";

/** So long something stays awake after it went out of sight: who scrolls past and back asks nothing anew. */
const restAfterMs = 2_000;

/** Whether the reader can see the element: it is in the window, or nearly, and the page is not behind another one. */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    let isNear = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      clearTimeout(timer);
      if (isNear && document.visibilityState === "visible") setInSight(true);
      else timer = setTimeout(() => setInSight(false), restAfterMs);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        isNear = entry?.isIntersecting === true;
        tell();
      },
      { rootMargin: margin },
    );
    if (element.current !== null) observer.observe(element.current);
    document.addEventListener("visibilitychange", tell);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", tell);
    };
  }, [element]);
  return isInSight;
}
