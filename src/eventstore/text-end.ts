/** Stands after each text; no UTF-8 text contains it. */
export const textEnd = 0xff;
