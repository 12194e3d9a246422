import type { Accepted } from "../../api/incoming/schema.ts";
import { call } from "../api/call.ts";

/** A piece is one request: large enough to be quick, small enough that stopping is felt at once. */
const pieceBytes = 4 * 1024 * 1024;

export interface UploadTotals {
  bytes: number;
  accepted: number;
  rejected: number;
  /** Accepted events that were stored under their arrival: they had no time, or one too far off. */
  without_time: number;
  out_of_time: number;
  /** Accepted events that were cut. */
  cut: number;
  /** The service's words on how it read the lines and which have no time; from the first piece. */
  notes: readonly string[];
}

export const noTotals: UploadTotals = {
  bytes: 0,
  accepted: 0,
  rejected: 0,
  without_time: 0,
  out_of_time: 0,
  cut: 0,
  notes: [],
};

interface UploadOptions {
  /** What became of its first bytes before. */
  from: UploadTotals;
  signal: AbortSignal;
  onProgress: (totals: UploadTotals) => void;
}

/** Sends a file of lines in pieces that end with a line. Packed files are sent as they are. */
export async function upload(file: File, token: string, { from, signal, onProgress }: UploadOptions): Promise<void> {
  const coding = /\.gz$/i.test(file.name) ? "gzip" : /\.zst$/i.test(file.name) ? "zstd" : undefined;
  const name = encodeURIComponent(file.name.replace(/\.(?:gz|zst)$/i, ""));
  const headers: Record<string, string> = { authorization: `token ${token}`, "content-type": "text/plain" };
  if (coding !== undefined) headers["content-encoding"] = coding;
  const totals = { ...from };
  signal.throwIfAborted();
  while (totals.bytes < file.size) {
    const end = coding === undefined ? await endOfPiece(file, totals.bytes) : file.size;
    const body = file.slice(totals.bytes, end);
    const query = { multiline: "true", file: file.name };
    const answer = await call<Accepted>("POST", `/incoming/raw/${name}`, { body, headers, query, signal });
    if (totals.bytes === 0) totals.notes = answer.warnings ?? [];
    totals.bytes = end;
    totals.accepted += answer.accepted;
    totals.rejected += answer.rejected_count ?? 0;
    for (const name of ["without_time", "out_of_time", "cut"] as const) totals[name] += answer[name] ?? 0;
    onProgress({ ...totals });
  }
}

/** End of the last whole line in the piece; for a line longer than a piece, the end of the piece. */
async function endOfPiece(file: File, from: number): Promise<number> {
  const most = Math.min(file.size, from + pieceBytes);
  if (most === file.size) return most;
  const bytes = new Uint8Array(await file.slice(from, most).arrayBuffer());
  const last = bytes.lastIndexOf(10);
  return last === -1 ? most : from + last + 1;
}
