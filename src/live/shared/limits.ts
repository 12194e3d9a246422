/**
 * Questions of links that are in work at a time, of one link and of all: whoever holds a link can ask for his widgets
 * again and again, and users come first. The same widget asked twice at a time is one question. Beyond: 429.
 */
export const questionsPerLinkMax = 12;
export const linkQuestionsMax = 24;

/** A widget that takes longer is given up: 503. Nobody is there whom a link could tell how it goes on. */
export const answerMsMax = 30_000;

/** `lastUsedAt` of a link is written no more often. */
export const linkTouchSeconds = 60;
