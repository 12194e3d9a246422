import { ApiError, OfflineError, saidOf } from "../api/api-error.ts";
import { QueryFailure } from "../api/ask.ts";
import { words } from "../words/words.ts";

export interface Explanation {
  title: string;
  /** Adds the number under which the service's log names the request. */
  text: string;
  /** For where the answer would stand: leaves out that number, and says when it is asked again by itself. */
  plain: string;
  requestId?: string;
  /** True when asking again may help. */
  canHelp: boolean;
}

/** A failure in plain words. */
export function explain(error: unknown): Explanation {
  const { title, text, canHelp } = describe(error);
  const requestId = (error instanceof ApiError ? error.requestId : null) ?? undefined;
  // What stands in a field the reader sees: no log says more of it.
  const numbered = requestId === undefined || isAboutFields(error) ? text : words.states.numbered(text, requestId);
  const plain = error instanceof OfflineError ? `${text} ${words.states.offline.goesOn}` : text;
  return { title, text: numbered, plain, requestId, canHelp };
}

type Description = Omit<Explanation, "requestId" | "plain">;

function describe(error: unknown): Description {
  const { states } = words;
  if (error instanceof OfflineError) return { title: states.offline.title, text: states.offline.text, canHelp: true };
  if (error instanceof QueryFailure) return { title: states.notAnswered, text: error.message, canHelp: true };
  if (!(error instanceof ApiError))
    return { title: states.fault, text: error instanceof Error ? error.message : String(error), canHelp: true };
  const { status, message, retryAfterSeconds } = error;
  // Messages about fields are in the reader's language already.
  if (isAboutFields(error) && status === 400) return { title: states.misfit, text: message, canHelp: false };
  const reason = isAboutFields(error) ? message : words.service.refusal(message);
  const known = states.refusals[status]?.(reason, retryAfterSeconds) ?? {
    title: states.other,
    text: reason ?? message,
  };
  return { ...known, canHelp: !finalStatuses.has(status) };
}

function isAboutFields(error: unknown): boolean {
  return error instanceof ApiError && error.message !== "" && error.message === saidOf(error.fields);
}

/** Asking again would be refused again. */
const finalStatuses = new Set([400, 403, 404, 413]);
