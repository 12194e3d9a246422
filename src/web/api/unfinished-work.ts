let going = 0;

/**
 * Says that something began which ends with this document, such as a file on its way: until the result is called, the
 * browser asks before the document is closed.
 */
export function beginWork(): () => void {
  if (going++ === 0) window.addEventListener("beforeunload", ask);
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    if (--going === 0) window.removeEventListener("beforeunload", ask);
  };
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
