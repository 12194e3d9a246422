import { AppError } from "./errors.ts";

/**
 * Argon2id at the strength OWASP names (19 MiB, 2 passes): about 40 ms, on a thread of the runtime and never on the
 * caller's. Every verification costs the same, also for a user who does not exist.
 */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, argon2id));
}

/** Without a hash (no such user) one of no password is checked, so that the time reveals nothing. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const right = await inTurn(() => Bun.password.verify(password, hash ?? hashOfNothing));
  return right && hash !== undefined;
}

export const passwordCharactersMin = 8;
/** Nobody types longer ones; the bound keeps a hash cheap. */
export const passwordCharactersMax = 1024;

const argon2id = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** Of the same strength, with a salt and a sum of zeros. */
const hashOfNothing = `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=1$${"A".repeat(43)}$${"A".repeat(43)}`;

/** Two at a time: more would only take memory (19 MiB each) and processor time from queries. */
const runningMax = 2;
/** With more than this many waiting (about 10 s) the caller is told to try again later. */
const waitingMax = 500;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax)
      throw new AppError("unavailable", "Too many logins at once. Try again in a moment.", {
        headers: { "Retry-After": "10" },
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
