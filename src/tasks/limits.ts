/** Texts on one page of a list, which takes 40 ms to write; beyond: 400 that asks for a smaller page. */
export const pageBytesMax = 8 * 1024 * 1024;
