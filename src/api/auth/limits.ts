/** Sessions a user may have open at once; a login beyond ends the oldest. Enough for every browser and script of one. */
export const maxSessionsPerUser = 100;
