/** Notifications kept for a user; beyond, the oldest are deleted. */
export const notificationsPerUserMax = 1_000;
