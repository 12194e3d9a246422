/**
 * How long a test waits before it says that something hangs. Nothing is timed by it: on a machine of two processors,
 * both busy, what takes a second alone takes a minute, most of all in threads that give way to others.
 */
export const patienceMs = 240_000;

/** Asks again and again until it holds; `what` says what was waited for. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await holds()); await Bun.sleep(5))
    if (performance.now() > end) throw new Error(`Not within ${patienceMs / 1000} s: ${what}.`);
}
