/** Interval of checks for problems. */
export const lookEveryMs = 10_000;
/** After a notification of one kind nobody gets another of it for this long: a flapping problem is no storm. */
export const pauseSeconds = 900;
/** Troubles of one source that are known at a time; those beyond are reported when these are over. */
export const troublesPerSourceMax = 1_000;
/** Failing triggers whose last actions each look reads. */
export const failingTriggersMax = 100;
/** Recent actions of a trigger that are checked for one that ended. */
export const actsLookedAtMax = 10;
/** Users that are notified; more do not look after one service. */
export const recipientsMax = 1_000;
/** Characters of others' names and errors that a notification quotes. */
export const quotedCharactersMax = 200;

/** Window for counting lost events. */
export const lossWindowMs = 600_000;
/**
 * Losses from this number on are reported. Refused deliveries come again, and some are refused on any busy day; a
 * datagram, or the time of an event, is gone.
 */
export const lossMin = { overload: 50, too_large: 10, out_of_time: 100, udp_dropped: 100 } as const;
/**
 * Share of received events below which a loss is not reported, for causes that some misconfigured host always produces.
 */
export const lossShareMin = { overload: 0, too_large: 0, out_of_time: 0.01, udp_dropped: 0 } as const;

/** The disk is nearly full when it has this much above the reserved minimum, whichever is less. */
export const nearlyFullShare = 1 / 20;
export const nearlyFullBytesMax = 10 * 1024 * 1024 * 1024;
/** It is good again with this much more. */
export const goodAgainFactor = 1.1;
