/** Lets others have their turn when the work since the last rest took `sliceMs`; else it costs nothing. */
export function createRest(sliceMs: number): () => Promise<void> {
  let sliceEnd = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await new Promise((resolve) => setImmediate(resolve));
    sliceEnd = performance.now() + sliceMs;
  };
}
