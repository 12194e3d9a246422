import { useEffect, useState } from "react";

/** Sooner than this nobody misses an answer, and a page that says it waits for one only flickers. */
const slowMs = 100;

/** Whether it has been running long enough to say so. */
export function useSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return isRunning && isSlow;
}
