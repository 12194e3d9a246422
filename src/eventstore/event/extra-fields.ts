/**
 * Adds pairs (name, value, …) to extra fields and replaces none that are there: of a name that is taken, "a", the next
 * ones are "a_2", "a_3" …. `fields` must have no prototype, since a name may be `__proto__`. Linear in both, whatever
 * the names are: senders choose them.
 */
export function addExtraFields(fields: Record<string, unknown>, pairs: readonly string[]): void {
  /** For each name that was taken, the number to try next. Each step skips a key that no other name produces. */
  const next = new Map<string, number>();
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i]!;
    let free = name;
    let number = next.get(name) ?? 2;
    for (; free in fields; number++) free = `${name}_${number}`;
    if (free !== name) next.set(name, number);
    fields[free] = pairs[i + 1];
  }
}
