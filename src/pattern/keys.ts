import { cachedKeysMax } from "./limits.ts";
import { namingKeyEndings, namingKeys, tellingKeys } from "./vocabulary.ts";

/**
 * How to treat the values of a key. "naming": who, where or which, always data; "telling": the program's own words,
 * never data as a whole; "other": data only where they look like it; "none": there is no key.
 */
export type KeyKind = "naming" | "telling" | "other" | "none";

export function kindOfKey(key: string): KeyKind {
  const known = kinds.get(key);
  if (known !== undefined) return known;
  if (kinds.size >= cachedKeysMax) kinds.clear();
  const kind = findKind(key);
  kinds.set(key, kind);
  return kind;
}

/** Logs have few different keys. */
const kinds = new Map<string, KeyKind>();

function findKind(key: string): KeyKind {
  const plain = key.replaceAll("_", "").toLowerCase();
  if (tellingKeys.has(plain)) return "telling";
  if (namingKeys.has(plain)) return "naming";
  const parts = key.split(/_|(?<=[a-z])(?=[A-Z])/);
  return parts.length > 1 && namingKeyEndings.includes(parts.at(-1)!.toLowerCase()) ? "naming" : "other";
}
