/** Texts on one page of a list, which takes 40 ms to write; beyond: 400 that asks for a smaller page. */
export const pageBytesMax = 8 * 1024 * 1024;

/** Characters that a task keeps of each linked event's message: the event has the whole. */
export const keptMessageCharactersMax = 2_000;
