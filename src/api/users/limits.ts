/** Host patterns of a user; each is held against every event he sees. Beyond: 400. */
export const hostPatternsMax = 100;
/** As long as a host name can be. */
export const hostCharactersMax = 255;
