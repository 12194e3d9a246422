import { ApiError, OfflineError } from "../api/api-error.ts";

export interface Explanation {
  title: string;
  /** With the number of the request, by which the log of the service names it. */
  text: string;
  /** Without that number, where it stands by itself. */
  plain: string;
  requestId?: string;
  /** Whether asking again may help. */
  canHelp: boolean;
}

/** A failure in plain words. */
export function explain(error: unknown): Explanation {
  const { title, text, canHelp } = describe(error);
  const requestId = (error instanceof ApiError ? error.requestId : null) ?? undefined;
  const numbered = requestId === undefined ? text : `${text} (request ${requestId})`;
  return { title, text: numbered, plain: text, requestId, canHelp };
}

type Description = Omit<Explanation, "requestId" | "plain">;

function describe(error: unknown): Description {
  if (error instanceof OfflineError)
    return {
      title: "vigie cannot be reached",
      text: "It is stopped, or the network between you and it is down. This goes on by itself as soon as it answers.",
      canHelp: true,
    };
  if (!(error instanceof ApiError))
    return {
      title: "This page has a fault",
      text: error instanceof Error ? error.message : String(error),
      canHelp: true,
    };
  return words[error.status]?.(error) ?? { title: "vigie would not do that", text: error.message, canHelp: true };
}

const words: Record<number, (error: ApiError) => Description> = {
  400: ({ message }) => ({ title: "That was not understood", text: message, canHelp: false }),
  403: () => ({
    title: "You may not do that",
    text: "Your account lacks the permission. Whoever manages users can give it to you.",
    canHelp: false,
  }),
  404: ({ message }) => ({ title: "It is not there any more", text: message, canHelp: false }),
  408: () => ({
    title: "It took too long",
    text: "vigie is busy. A narrower time range is answered sooner.",
    canHelp: true,
  }),
  413: ({ message }) => ({ title: "That is too large", text: message, canHelp: false }),
  429: ({ message, retryAfterSeconds }) => ({
    title: "Too much at a time",
    text: retryAfterSeconds === undefined ? message : `${message} Try again in ${retryAfterSeconds} s.`,
    canHelp: true,
  }),
  500: () => ({
    title: "vigie made a mistake",
    text: "It is not your fault. The log of the service has the cause under the number below.",
    canHelp: true,
  }),
  503: ({ message }) => ({ title: "vigie cannot do that now", text: message, canHelp: true }),
};
