/**
 * A unique name for a condition. Rows cached under it are shown to whoever asks the same, and a user's host limits are
 * conditions, too, so nobody may be able to make two conditions share one.
 */
export function conditionKey(parts: readonly unknown[]): string {
  const json = JSON.stringify(parts);
  return json.length <= longest ? json : new Bun.CryptoHasher("sha256").update(json).digest("base64");
}

/** Those of conditions that are asked together, in whatever order. */
export function sortedKeys(conditions: readonly { key: string }[]): string[] {
  return conditions.map(({ key }) => key).sort();
}

/** Lists of a thousand addresses are not kept for their name. A hash is shorter and begins with no bracket. */
const longest = 200;
