import { findLibc, type Libc, pointerTo } from "./libc.ts";

/**
 * Files and connections that this process may have open at a time; undefined where the system does not tell. Raises the
 * limit as far as an ordinary process may. Bun does so at its start, without documenting it.
 */
export function raiseDescriptorLimit(libc: Libc | undefined = findLibc()): number | undefined {
  if (libc === undefined) return undefined;
  const limits = readLimits(libc);
  if (limits === undefined) return undefined;
  const [inForce = 0n, highest = 0n] = limits;
  if (inForce >= highest) return Number(inForce);
  limits[0] = highest;
  return Number(libc.setrlimit(numberOfFiles, pointerTo(limits.buffer)) === 0 ? highest : inForce);
}

/**
 * Whether a thread may be started: it opens some descriptors of its own, and Bun ends the process if there are none.
 * True where the system does not tell.
 */
export function hasSpareDescriptors(libc: Libc | undefined = findLibc()): boolean {
  const limit = libc && readLimits(libc)?.[0];
  if (limit === undefined) return true;
  const free = lowestFreeDescriptor(libc!);
  return free >= 0 && free + Math.min(spareDescriptors, Number(limit) / 4) < limit;
}

/** For a thread that nobody else waits for. */
export function waitForSpareDescriptors(): void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < triesMax && !hasSpareDescriptors(); tries++) Atomics.wait(nobody, 0, 0, tryEveryMs);
}

/** The lowest free descriptor, a lower bound of the number of open ones; -1: none is free. */
export function lowestFreeDescriptor(libc: Libc): number {
  const free = libc.fcntl(standardError, duplicateClosing, 0);
  if (free >= 0) libc.close(free);
  return free;
}

/** The limit in force, and the one up to which it may be raised. */
function readLimits(libc: Libc): BigUint64Array<ArrayBuffer> | undefined {
  const limits = new BigUint64Array(new ArrayBuffer(16));
  return libc.getrlimit(numberOfFiles, pointerTo(limits.buffer)) === 0 ? limits : undefined;
}

/** RLIMIT_NOFILE */
const numberOfFiles = 7;
const standardError = 2;
/** F_DUPFD_CLOEXEC */
const duplicateClosing = 1030;
/** A thread takes two at its start and some for the files it reads; a flood of connections brings others meanwhile. */
const spareDescriptors = 128;
/** Connections beyond their bound are ended within milliseconds. */
const tryEveryMs = 5;
const triesMax = 200;
