import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/errors.ts";
import { RequestError } from "../http-client.ts";
import { retryMsMax, retryMsMin } from "./limits.ts";

/**
 * Asks until the service answers; undefined when the signal came first. Throws the errors of a service that is there.
 */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (let waitMs = retryMsMin; !signal.aborted; waitMs = Math.min(waitMs * 2, retryMsMax))
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RequestError) || (error.status > 0 && error.status < 500)) throw error;
      tell(`${messageOf(error)} Trying again.`);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  return undefined;
}
