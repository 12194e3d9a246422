/** Whether both lists have the same items, in any order and number. */
export function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.every((item) => other.includes(item)) && other.every((item) => one.includes(item));
}
