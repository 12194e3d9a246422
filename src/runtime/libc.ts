import { dlopen, ptr } from "bun:ffi";

/**
 * Functions of the system that Bun has no call for. A call takes a tenth of a microsecond and the system's own time.
 */
const functions = {
  _exit: { args: ["i32"], returns: "void" },
  getrlimit: { args: ["i32", "ptr"], returns: "i32" },
  setrlimit: { args: ["i32", "ptr"], returns: "i32" },
  fcntl: { args: ["i32", "i32", "i32"], returns: "i32" },
  close: { args: ["i32"], returns: "i32" },
  getpeername: { args: ["i32", "ptr", "ptr"], returns: "i32" },
  getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
  getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
  ioctl: { args: ["i32", "u64", "ptr"], returns: "i32" },
  listen: { args: ["i32", "i32"], returns: "i32" },
  shutdown: { args: ["i32", "i32"], returns: "i32" },
} as const;

export type Libc = ReturnType<typeof load>;

let loaded: Libc | undefined | "unknown" = "unknown";

/** Undefined where they cannot be called: on other systems than Linux, and without glibc. */
export function findLibc(): Libc | undefined {
  if (loaded !== "unknown") return loaded;
  try {
    loaded = process.platform === "linux" ? load() : undefined;
  } catch {
    loaded = undefined;
  }
  return loaded;
}

function load() {
  return dlopen("libc.so.6", functions).symbols;
}

/**
 * Address of a buffer for C functions that write into it. The caller must keep the buffer alive. A typed array that was
 * made without a buffer has no fixed address: the engine moves it when it is given one.
 */
export function pointerTo(buffer: ArrayBuffer) {
  return ptr(buffer);
}
