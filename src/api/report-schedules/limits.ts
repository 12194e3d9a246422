/** Schedules of one user; beyond: 409. */
export const schedulesPerUserMax = 100;

/** Reports of one schedule that may be kept; the reports of a user have a bound of their own. */
export const keptMax = 500;
export const defaultKept = 10;

/** Length of a cron expression; the longest sensible one names every minute of the hour. */
export const cronCharactersMax = 255;

/** Schedules that are begun in one turn; the others follow in the next. */
export const begunAtOnceMax = 50;

/** How often the wall clock is checked, since it may be set. */
export const sleepMsMax = 30_000;

/** Length of the message about the last run. */
export const errorCharactersMax = 1000;
