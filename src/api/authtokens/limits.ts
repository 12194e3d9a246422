/** Tokens a user may own; beyond: 400. A fleet shares a token or has its own user. */
export const tokensPerUserMax = 1000;
