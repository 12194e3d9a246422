import { useEffect, useRef } from "react";

/**
 * Asks again so many seconds after the last answer, as long as the page is looked at; one that comes back into sight
 * late is asked for at once. `null`: never.
 */
export function useRefresh(seconds: number | null, isAsking: boolean, askAgain: () => void): void {
  const ask = useRef(askAgain);
  ask.current = askAgain;
  useEffect(() => {
    if (seconds === null || isAsking) return;
    let isDue = false;
    const askIfSeen = () => {
      if (isDue && document.visibilityState === "visible") ask.current();
    };
    const timer = setTimeout(() => {
      isDue = true;
      askIfSeen();
    }, seconds * 1000);
    document.addEventListener("visibilitychange", askIfSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", askIfSeen);
    };
  }, [seconds, isAsking]);
}
