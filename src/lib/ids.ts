import { hash, randomBytes } from "node:crypto";

/** Lower-case hex of that many random bytes. Tests pass a predictable one. */
export type RandomHex = (bytes: number) => string;

export const randomHex: RandomHex = (bytes) => randomBytes(bytes).toString("hex");

/** SHA-256 as hex: the stored form of keys and session ids of full randomness. Never for passwords. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}
