import { dlopen, FFIType, ptr, read } from "bun:ffi";
import { isIP } from "node:net";

/** System calls that Bun has no API for. Linux with glibc. Throws where they are missing. */
export function openUdpCalls() {
  return dlopen("libc.so.6", {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    setsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    getsockname: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
    recvmmsg: { args: [FFIType.i32, FFIType.ptr, FFIType.u32, FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
    poll: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
    close: { args: [FFIType.i32], returns: FFIType.i32 },
    __errno_location: { args: [], returns: FFIType.ptr },
  }).symbols;
}

export type UdpCalls = ReturnType<typeof openUdpCalls>;

/** A bound socket; `address` must be an IP address. Throws an error with a `code`. */
export function bindUdp(calls: UdpCalls, address: string, port: number, bufferBytes: number): UdpBinding {
  const isSix = isIP(address) === 6;
  const descriptor = calls.socket(isSix ? inet6 : inet, datagram | closeOnExec, 0);
  if (descriptor < 0) throw systemError(calls, "socket");
  try {
    if (isSix && isWildcard(address)) setOption(calls, descriptor, ipv6Level, ipv6Only, 0);
    askForBuffer(calls, descriptor, bufferBytes);
    const place = isSix ? placeOfSix(address, port) : placeOfFour(address, port);
    if (calls.bind(descriptor, ptr(place), place.length) < 0) throw systemError(calls, "bind");
    const length = Uint32Array.of(place.length);
    if (calls.getsockname(descriptor, ptr(place), ptr(length)) < 0) throw systemError(calls, "getsockname");
    return { descriptor, port: place[2]! * 256 + place[3]! };
  } catch (error) {
    calls.close(descriptor);
    throw error;
  }
}

export interface UdpBinding {
  descriptor: number;
  port: number;
}

/** Only a privileged process may exceed the system's common bound; others get that much. */
function askForBuffer(calls: UdpCalls, descriptor: number, bytes: number): void {
  if (!setOption(calls, descriptor, socketLevel, receiveBufferForce, bytes))
    setOption(calls, descriptor, socketLevel, receiveBuffer, bytes);
}

function setOption(calls: UdpCalls, descriptor: number, level: number, option: number, value: number): boolean {
  const values = Int32Array.of(value);
  return calls.setsockopt(descriptor, level, option, ptr(values), values.byteLength) === 0;
}

function placeOfFour(address: string, port: number): Uint8Array {
  const place = new Uint8Array(16);
  new DataView(place.buffer).setUint16(0, inet, true);
  place.set([port >> 8, port & 0xff, ...address.split(".").map(Number)], 2);
  return place;
}

function placeOfSix(address: string, port: number): Uint8Array {
  const place = new Uint8Array(28);
  const view = new DataView(place.buffer);
  view.setUint16(0, inet6, true);
  view.setUint16(2, port);
  for (const [index, word] of wordsOfSix(address).entries()) view.setUint16(8 + index * 2, word);
  return place;
}

/** The URL parser writes an address out in its one short form; a dotted end becomes hexadecimal. */
function wordsOfSix(address: string): number[] {
  const short = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  const [head = "", tail] = short.split("::");
  const words = (text: string) => (text === "" ? [] : text.split(":").map((word) => Number.parseInt(word, 16)));
  if (tail === undefined) return words(head);
  const [front, back] = [words(head), words(tail)];
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function isWildcard(address: string): boolean {
  return wordsOfSix(address).every((word) => word === 0);
}

function systemError(calls: UdpCalls, call: string): Error {
  const place = calls.__errno_location();
  const number = place === null ? 0 : read.i32(place);
  const code = errorCodes[number] ?? `error ${number}`;
  return Object.assign(new Error(`${call}: ${code}`), { code });
}

/** Numbers of Linux. */
const errorCodes: Record<number, string> = { 13: "EACCES", 97: "EAFNOSUPPORT", 98: "EADDRINUSE", 99: "EADDRNOTAVAIL" };
const inet = 2;
const inet6 = 10;
const datagram = 2;
const closeOnExec = 0o2000000;
const socketLevel = 1;
const receiveBuffer = 8;
const receiveBufferForce = 33;
const ipv6Level = 41;
const ipv6Only = 26;
