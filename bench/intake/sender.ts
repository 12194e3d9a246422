import { join } from "node:path";

/** Runs a sender of this folder as a process of its own and returns its output. */
export async function sendFrom<Report>(script: string, task: unknown): Promise<Report> {
  const sender = Bun.spawn([process.execPath, join(import.meta.dirname, script)], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(sender.stdout).text();
  if ((await sender.exited) !== 0) throw new Error("The sender failed.");
  return JSON.parse(text) as Report;
}
