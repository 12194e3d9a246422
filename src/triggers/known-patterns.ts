/** Patterns in the store, each with the day (since the epoch, UTC) of its last event, or a later one. */
export interface KnownPatterns {
  ids: readonly string[];
  days: Int32Array;
}
