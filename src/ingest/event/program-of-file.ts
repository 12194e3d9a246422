import { basename } from "node:path";

/**
 * "/var/log/dpkg.log.2.gz" → "dpkg": without the suffixes of log rotation and compression. "" for stdin, and for none.
 */
export function programOfFile(name: string): string {
  if (name === "stdin" || name === "") return "";
  const base = basename(name).replace(/\.(gz|zst)$/i, "");
  const plain = base
    .replace(/[.-](\d{1,10}|\d{4}-\d{2}-\d{2})$/, "")
    .replace(/\.(log|txt|json|jsonl|ndjson|out|err)$/i, "");
  return plain === "" ? base : plain;
}
