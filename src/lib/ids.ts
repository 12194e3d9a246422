import { hash, randomBytes } from "node:crypto";

/** Lower-case hex of that many random bytes. Tests hand in a predictable one. */
export type RandomHex = (bytes: number) => string;

export const randomHex: RandomHex = (bytes) => randomBytes(bytes).toString("hex");

/** SHA-256 as hex: how keys and session ids of full randomness are stored. Never for passwords. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}
