/**
 * Concurrent questions of one link and of all links: the holder of a link can ask for its widgets again and again, and
 * users come first. The same widget asked twice at a time is one question. Beyond: 429.
 */
export const questionsPerLinkMax = 12;
export const linkQuestionsMax = 24;

/** A widget that takes longer is given up: 503. Nobody could watch the progress of a link's question. */
export const answerMsMax = 30_000;

/** Shortest interval at which `lastUsedAt` of a link is written. */
export const linkTouchSeconds = 60;
