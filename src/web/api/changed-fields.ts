/** The fields that differ. Sending only these keeps what somebody else may have set in the others meanwhile. */
export function changedFields<T extends object>(now: T, before: T): Partial<T> {
  const entries = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

/** Whether both changed a field to something else. */
export function areAtOdds<T extends object>(mine: Partial<T>, theirs: Partial<T>): boolean {
  return Object.keys(changedFields(mine, theirs)).some((name) => name in theirs);
}
