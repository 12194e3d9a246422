import { basename } from "node:path";

/**
 * "/var/log/dpkg.log.2.gz" → "dpkg": without the suffixes of log rotation and compression, and without its day. A name
 * that says only what kind of log it is leaves it to the program's folder: "/var/log/nginx/access.log" → "nginx". ""
 * for stdin and for none.
 */
export function programOfFile(name: string): string {
  if (name === "stdin" || name === "") return "";
  const base = basename(name).replace(/\.(gz|zst)$/i, "");
  const plain = base
    .replace(/[.-](\d{1,10}|\d{4}-\d{2}-\d{2})$/, "")
    .replace(/\.(log|txt|json|jsonl|ndjson|out|err)$/i, "")
    .replace(/(?<=.)[-_.](?:19|20)\d\d([-_.]?)\d\d\1\d\d$/, "");
  if (kindsOfLogs.has(plain.toLowerCase())) return folderPattern.exec(name)?.[1] ?? plain;
  return plain === "" ? base : plain;
}

const kindsOfLogs: ReadonlySet<string> = new Set([
  ...["access", "error", "access_log", "error_log", "debug", "console", "current", "history", "term", "output"],
  ...["stdout", "stderr", "mainlog", "rejectlog", "paniclog", "other_vhosts_access"],
]);
const folderPattern = /\/logs?\/([A-Za-z][\w.+-]{0,63})\/[^/]+$/;
