/**
 * Sessions a user may have open at once; a further login ends the oldest. Enough for every browser and script of one
 * user.
 */
export const sessionsPerUserMax = 100;

/** Longest user agent that is kept; the rest is cut. Twice the longest that common browsers send. */
export const userAgentCharactersMax = 512;

/** Body of a login, open to everyone: two names fit many times over. Beyond: 413. */
export const loginBytesMax = 64 * 1024;

/**
 * Sessions and tokens that are cached until something changes; beyond, each request costs a look-up. Ten thousand
 * concurrent senders are many.
 */
export const cachedCredentialsMax = 10_000;
