import { CommandError } from "../command.ts";
import type { Client, ServiceClient } from "../http-client.ts";
import { formatBytes } from "../output.ts";
import { createProgress } from "../progress.ts";
import { saveFile } from "../save-file.ts";

/** A report on the wire. */
export interface ReportRecord {
  id: number;
  title: string;
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE";
  format: string;
  size: number | null;
  progress: number;
  created_at: number;
  owner: { username: string };
  error: string | null;
}

/** Waits until it is made, then saves it. Ctrl-C leaves it in the service, which still makes it. */
export async function downloadReport(client: ServiceClient, id: number, output: string | undefined): Promise<number> {
  const progress = createProgress("Making the report");
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once("SIGINT", onInterrupt);
  try {
    await untilMade(client, id, stop.signal, (percent) => progress.update(percent, 100, ""));
    const response = await client.open(`/api/reports/${id}/file`, stop.signal);
    const { path, bytes } = await saveFile(response, output);
    progress.end();
    if (path !== undefined) process.stderr.write(`${path}: ${formatBytes(bytes)}\n`);
    return 0;
  } finally {
    progress.end();
    process.off("SIGINT", onInterrupt);
  }
}

async function untilMade(
  client: Client,
  id: number,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, waitMsMax)) {
    const report = await client.send<ReportRecord>({ path: `/api/reports/${id}`, retry: true, signal });
    if (report.status === "SUCCESS") return;
    if (report.status === "FAILURE")
      throw new CommandError(`Report ${id} failed: ${report.error ?? "no reason given"}`);
    onProgress(report.progress);
    await Bun.sleep(waitMs);
    if (signal.aborted)
      throw new CommandError(`Stopped waiting: "vigie report get ${id}" fetches it when it is finished.`, 130);
  }
}

const firstWaitMs = 50;
const waitMsMax = 1000;
