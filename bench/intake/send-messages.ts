/**
 * A sender in a process of its own: writes the bodies of a file over a few connections, on each the next one when the
 * one before is written, or acknowledged. Prints its beginning and end, in epoch milliseconds.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Corpus } from "../corpora/corpus.ts";
import type { StreamBody } from "../corpora/stream-bodies.ts";

export interface MessagesTask extends Pick<Corpus, "path" | "ends"> {
  port: number;
  acknowledgement: StreamBody["acknowledgement"];
}

/** Epoch milliseconds. */
export interface MessagesReport {
  startMs: number;
  endMs: number;
}

const connections = 4;

if (import.meta.main) {
  console.log(JSON.stringify(await send(JSON.parse(await Bun.stdin.text()))));
  // Otherwise it would wait until the service has closed its side.
  process.exit();
}

async function send({ path, ends, port, acknowledgement }: MessagesTask): Promise<MessagesReport> {
  const bytes = readFileSync(path);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const startMs = epochMs();
  let next = 0;
  const sendSome = async (socket: Socket) => {
    while (next < ends.length) {
      const index = next++;
      const answered = acknowledgement === "none" ? undefined : nextData(socket);
      await write(socket, bytes.subarray(ends[index - 1] ?? 0, ends[index]));
      await answered;
    }
    await new Promise<void>((resolve) => socket.end(() => resolve()));
  };
  await Promise.all(sockets.map(sendSome));
  return { startMs, endMs: epochMs() };
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
}

/** An acknowledgement is short enough to come in one piece. */
function nextData(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("data", () => resolve()));
}
