import { writeWait } from "../formats.ts";

interface Refusal {
  title: string;
  text: string;
}

/** Texts for when something goes wrong, on every page. */
export const states = {
  offline: {
    title: "vigie cannot be reached",
    text: "It is stopped, or the network between you and it is down.",
    /** Of what is asked, not of what is saved: that is not tried again by itself. */
    goesOn: "This goes on by itself as soon as it answers.",
  },
  fault: "This page has a fault",
  notDrawn: "This cannot be drawn",
  notAnswered: "It was not answered",
  misfit: "That does not fit",
  other: "vigie would not do that",
  /** By the status of the answer; `message` is what the service said. */
  refusals: {
    400: (reason = "") => ({ title: "That was not understood", text: reason }),
    403: (reason = "Your account lacks the permission. Whoever manages users can give it to you.") => ({
      title: "You may not do that",
      text: reason,
    }),
    404: (reason = "It was deleted, or is not shared with you any more.") => ({
      title: "It is not there any more",
      text: reason,
    }),
    408: () => ({ title: "It took too long", text: "vigie is busy. A narrower time range is answered sooner." }),
    409: (reason = "") => ({ title: "As things stand, that cannot be", text: reason }),
    413: (reason = "") => ({ title: "That is too large", text: reason }),
    429: (reason = "", seconds) => ({
      title: "Too much at a time",
      text:
        seconds === undefined || reason.includes(`${seconds} s`)
          ? reason
          : `${reason} Try again in ${writeWait(seconds)}.`,
    }),
    500: () => ({
      title: "vigie made a mistake",
      text: "It is not your fault. The log of the service has the cause under the number below.",
    }),
    503: (reason = "") => ({ title: "vigie cannot do that now", text: reason }),
  } as Record<number, (reason: string | undefined, seconds: number | undefined) => Refusal>,
  numbered: (text: string, id: string) => `${text} (request ${id})`,
  unexplained: (status: number) => `The service answered ${status}.`,
  askAgain: "Ask again",
  request: (id: string) => `Request ${id}, as the log of vigie names it`,
  lost: (since: string) =>
    `vigie has not answered since ${since}. What you see is from before; it is asked again every few seconds.`,
  forbidden: (page: string) => `${page} is not open to you`,
  forbiddenText: (permission: string) =>
    `It takes the permission “${permission}”. Whoever manages users here can give it to you.`,
};
