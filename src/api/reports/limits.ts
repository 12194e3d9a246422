/** Longest wait of a download for a report that is being made; beyond: 408. */
export const reportWaitMs = 30_000;

/** Length of a file name to save under: no file system takes a longer one. Beyond: 400. */
export const fileNameCharactersMax = 255;

/**
 * Length of the name a report gets from its title, without the extension; the rest is cut off. File systems take 255
 * bytes, and a browser may append to the name.
 */
export const titleInFileNameBytes = 200;

/** Reports of one user: one a day for three years. Beyond: 409, until some are deleted. */
export const reportsPerUserMax = 1000;

/** Bytes of all reports. Beyond: 503, until some are deleted; the free space of the disk is checked as well. */
export const folderBytesMax = 20 * 1024 ** 3;

/** Reports made at once on the whole service: each takes a thread that questions need as well. The others wait. */
export const reportsAtOnce = 2;

/** Reports of one user that wait or are in work. Beyond: 429. */
export const unfinishedPerUserMax = 20;

/** The same for all users: enough for everyone's schedule at midnight, not for a flood. Beyond: 429. */
export const unfinishedMax = 500;

/**
 * Work of one report without waiting. Beyond it: FAILURE. The lease of a snapshot lasts 15 minutes: enough for this
 * after 300 s of the query's own work.
 */
export const reportWorkMsMax = 480_000;

/** Interval at which the progress of a report in work is stored. */
export const progressSavedMs = 500;

/**
 * Time to record reports in work as failed when the service stops, unless the stop has less left; the next start does
 * it for the rest.
 */
export const closeGraceMs = 500;

/** Interval of checks whether a client that waits for a report without a time limit is still connected. */
export const whenMadeLookMs = 1000;
