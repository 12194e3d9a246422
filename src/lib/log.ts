import pino, { type Logger } from "pino";

export type { Logger };

/** Writes JSON lines to stderr, at once. One child per subsystem: `log.child({ subsystem: "intake" })`. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, redact: ["password", "token"] },
    pino.destination({ dest: 2, sync: true }),
  );
}
