/** A download waits that long for a report that is being made; beyond: 408. */
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

/** On the whole service: each takes a thread that questions need as well. The others wait. */
export const reportsAtOnce = 2;

/** Reports of one user that wait or are in work. Beyond: 429. */
export const unfinishedPerUserMax = 20;

/** The same for all users: enough for everyone's schedule at midnight, not for a flood. Beyond: 429. */
export const unfinishedMax = 500;

/**
 * Work of one report, waiting not counted. Beyond it: FAILURE. The lease of a snapshot lasts 15 minutes: enough for
 * this after 300 s of the query's own work.
 */
export const reportWorkMsMax = 480_000;

/** How often the progress of a report in work is written down. */
export const progressSavedMs = 500;

/**
 * For reports in work when the service stops, to be written down as failed; the next start does it for those that are
 * later.
 */
export const closeGraceMs = 500;

/** How often a client that waits for a report without a time limit is checked for being still connected. */
export const whenMadeLookMs = 1000;
