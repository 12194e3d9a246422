/** Notifications kept for a user; beyond, the oldest go. */
export const notificationsPerUserMax = 1_000;
