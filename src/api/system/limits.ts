/** Minutes of arrivals in an answer: a day, so that the answer stays within some hundred kilobytes. Beyond: 400. */
export const minutesMax = 1440;

/** Senders in an answer; a query of type LossLedger lists more. */
export const noisiestMax = 10;

/** When none are asked for. */
export const defaultMinutes = 60;

/** Rules that do not work: more than one person reads. All of them are in the list of parser rules. */
export const rulesListedMax = 100;
