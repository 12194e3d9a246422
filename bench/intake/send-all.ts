import { join } from "node:path";
import type { SendReport, SendTask } from "./send.ts";

/** Sends a corpus from a process of its own, as a shipper would. */
export async function sendAll(task: SendTask): Promise<SendReport> {
  const sender = Bun.spawn([process.execPath, join(import.meta.dirname, "send.ts")], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(sender.stdout).text();
  if ((await sender.exited) !== 0) throw new Error("The sender failed.");
  return JSON.parse(text);
}
