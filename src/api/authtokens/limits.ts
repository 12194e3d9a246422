/** Tokens a user may own; beyond: 400. A fleet shares a token or has its own user. */
export const maxTokensPerUser = 1000;
