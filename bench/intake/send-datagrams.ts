/**
 * A sender of datagrams in a process of its own: so many a second, many with one system call. Prints their number and
 * the time taken, as JSON. Linux.
 */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";
import type { Corpus } from "../corpora/corpus.ts";

export interface DatagramsTask extends Pick<Corpus, "path" | "ends"> {
  port: number;
  perSecond: number;
}

export interface DatagramsReport {
  sent: number;
  seconds: number;
}

function send({ path, ends, port, perSecond }: DatagramsTask): DatagramsReport {
  const calls = dlopen("libc.so.6", {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    connect: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    sendmmsg: { args: [FFIType.i32, FFIType.ptr, FFIType.u32, FFIType.i32], returns: FFIType.i32 },
    poll: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
  }).symbols;
  const bytes = readFileSync(path);
  const headers = headersOf(bytes, ends);
  const socket = calls.socket(inet, datagram, 0);
  const place = Uint8Array.of(inet, 0, port >> 8, port & 255, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  if (socket < 0 || calls.connect(socket, ptr(place), place.length) < 0) throw new Error("No socket could be opened.");
  const start = performance.now();
  let sent = 0;
  while (sent < ends.length) {
    const due = Math.min(ends.length, Math.floor(((performance.now() - start) / 1000) * perSecond)) - sent;
    if (due < 1) calls.poll(null, 0, 1);
    else sent += Math.max(0, calls.sendmmsg(socket, ptr(headers.bytes, sent * headerBytes), Math.min(due, atOnce), 0));
  }
  return { sent, seconds: (performance.now() - start) / 1000 };
}

/** struct mmsghdr for each, and the memory that these point to. */
function headersOf(bytes: Uint8Array, ends: readonly number[]) {
  const vectors = new BigUint64Array(ends.length * 2);
  const headers = new BigUint64Array((ends.length * headerBytes) / 8);
  const [bytesAt, vectorsAt] = [BigInt(ptr(bytes)), BigInt(ptr(vectors))];
  for (let i = 0; i < ends.length; i++) {
    const start = ends[i - 1] ?? 0;
    vectors[i * 2] = bytesAt + BigInt(start);
    vectors[i * 2 + 1] = BigInt(ends[i]! - start);
    headers[i * 8 + 2] = vectorsAt + BigInt(i * 16);
    headers[i * 8 + 3] = 1n;
  }
  return { bytes: new Uint8Array(headers.buffer), vectors };
}

const inet = 2;
const datagram = 2;
const headerBytes = 64;
/** More than one call at once only makes the sending uneven. */
const atOnce = 256;

if (import.meta.main) console.log(JSON.stringify(send(JSON.parse(await Bun.stdin.text()))));
