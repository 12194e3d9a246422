/** Senders that are machines of their own, wherever the page is looked at. */
const elsewhere = new Set(["network-devices"]);

/**
 * What a page of senders needs. A text that names this very machine is for senders on it: the service need not listen
 * on all addresses for them.
 */
export function needsOf({ name, needs }: { name: string; needs: string }, origin: string): string {
  const isHere = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname);
  return isHere && !elsewhere.has(name) ? needs.replace("--host 0.0.0.0 ", "") : needs;
}
