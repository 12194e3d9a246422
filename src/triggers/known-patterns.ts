/** Patterns that the store has, with the day (since the epoch, UTC) of the last event of each, or a later one. */
export interface KnownPatterns {
  ids: readonly string[];
  days: Int32Array;
}
