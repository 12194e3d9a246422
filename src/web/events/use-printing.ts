import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * True while the page is printed: all of it is in sight then, which is no wish for more. The change is drawn at once,
 * since a printer does not wait.
 */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
