import type { SendReport, SendTask } from "./send.ts";
import { sendFrom } from "./sender.ts";

/** Sends a corpus from a process of its own, as a shipper would. */
export function sendAll(task: SendTask): Promise<SendReport> {
  return sendFrom<SendReport>("send.ts", task);
}
