/** Texts on one page of a list, which takes 40 ms to write; beyond: 400 that asks for a smaller page. */
export const pageBytesMax = 8 * 1024 * 1024;

/** Characters of a linked event's message that a task keeps, of each: the whole is with the event. */
export const keptMessageCharactersMax = 2_000;
