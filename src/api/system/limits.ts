/** Minutes of arrivals in an answer: a day, so that the answer stays within some hundred kilobytes. Beyond: 400. */
export const minutesMax = 1440;

/** Senders in an answer; a query of type LossLedger lists more. */
export const noisiestMax = 10;

/** Used unless a number is asked for. */
export const defaultMinutes = 60;

/** Failing rules in an answer: more than one person reads. The list of parser rules has all of them. */
export const rulesListedMax = 100;
