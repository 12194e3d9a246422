let going = 0;

/**
 * Registers work that ends with this document, such as an upload. Until the returned function is called, the
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
