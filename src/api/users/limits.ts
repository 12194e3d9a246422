/** Host patterns of a user; each is matched with every event he sees. Beyond: 400. */
export const hostPatternsMax = 100;
/** As long as a host name can be. */
export const hostCharactersMax = 255;
