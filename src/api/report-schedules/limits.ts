/** Of one user; beyond: 409. */
export const schedulesPerUserMax = 100;

/** Reports of one schedule that may be kept; those of a user have a bound of their own. */
export const keptMax = 500;
export const defaultKept = 10;

/** Of a cron expression; the longest sensible one names every minute of the hour. */
export const cronCharactersMax = 255;

/** Schedules that are begun in one turn; the others follow in the next. */
export const begunAtOnceMax = 50;

/** The clock of the wall may be set anew: it is looked at so often. */
export const sleepMsMax = 30_000;

/** Of what is told of the last run. */
export const errorCharactersMax = 1000;
