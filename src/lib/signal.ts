export interface Signal<Value = void> {
  /** Calls every listener at once, one after the other. */
  emit(value: Value): void;
  /** Returns a function that removes the listener. */
  listen(listener: (value: Value) => void): () => void;
}

/** Notifies listeners without knowing them. */
export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
