/** Calls it later, unless the returned function is called before. The process does not stay alive for it. */
export function unwaited(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}
