/** Letters of a title that name its file, so that every file system takes it; the rest is left out. */
export const fileNameLettersMax = 60;
