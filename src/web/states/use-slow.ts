import { useEffect, useState } from "react";

/** A page that shows a shorter wait only flickers. */
const slowMs = 100;

/** Whether it has been running long enough for the page to show it. */
export function useSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return isRunning && isSlow;
}
