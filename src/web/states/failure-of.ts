import { OfflineError } from "../api/api-error.ts";

/**
 * Why there is nothing to show. What was read before stays while the service cannot be reached, with all that is typed
 * into it: the bar above says that it is from before.
 */
export function failureOf({ error, data }: { error: Error | null; data: unknown }): Error | null {
  return error instanceof OfflineError && data !== undefined ? null : error;
}
