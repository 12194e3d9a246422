/**
 * Time that a test waits before it reports a hang. Nothing is timed by it: on a machine of two processors, both busy,
 * work of a second takes a minute, most of all in threads that give way to others.
 */
export const patienceMs = 240_000;

/**
 * Checks again and again until it holds; `what` describes the awaited condition, or says at the end how far it came.
 * Checks are often questions to a service that is at work on the condition, so they become rarer.
 */
export async function until(holds: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = 5; !(await holds()); pauseMs = Math.min(50, pauseMs * 1.25)) {
    if (performance.now() > end)
      throw new Error(`Not within ${patienceMs / 1000} s: ${typeof what === "string" ? what : what()}.`);
    await Bun.sleep(pauseMs);
  }
}
