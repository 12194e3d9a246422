/** Letters of a title that name its file, few enough for every file system; the rest is left out. */
export const fileNameLettersMax = 60;
