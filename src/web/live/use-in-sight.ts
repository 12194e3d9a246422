import { type RefObject, useEffect, useState } from "react";

/** Margin around the window that counts as visible, so widgets are ready when scrolled to. */
const margin = "200px";

/** A widget stays live this long after it leaves the view, so scrolling back asks nothing again. */
const restAfterMs = 2_000;

/** True while the element is in or near the window and the page is visible. */
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
