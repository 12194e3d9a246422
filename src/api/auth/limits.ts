/**
 * Sessions a user may have open at once; a login beyond ends the oldest. Enough for every browser and script of one.
 */
export const sessionsPerUserMax = 100;

/** Longest user agent that is kept; the rest is cut. Twice the longest that common browsers send. */
export const userAgentCharactersMax = 512;

/** Body of a login, open to everyone: two names fit many times over. Beyond: 413. */
export const loginBytesMax = 64 * 1024;

/**
 * Sessions and tokens that are remembered until something changes; a look-up each beyond. Ten thousand senders at a
 * time are many.
 */
export const cachedCredentialsMax = 10_000;
