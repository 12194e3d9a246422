/** Host patterns of a user; each is held against every event he sees. Beyond: 400. */
export const maxHostPatterns = 100;
/** As long as a host name can be. */
export const maxHostCharacters = 255;
