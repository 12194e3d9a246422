/** A download waits that long for a report that is being made; beyond: 408. */
export const reportWaitMs = 30_000;

/** Of a name to save under: no file system takes a longer one. Beyond: 400. */
export const fileNameCharactersMax = 255;

/**
 * Of the name that a report gets from its title, without its ending; the rest is cut off. File systems take 255 bytes,
 * and whoever saves it may write something behind it first.
 */
export const titleInFileNameBytes = 200;

/** Of one user; a report a day for three years. Beyond: 409, until some are deleted. */
export const reportsPerUserMax = 1000;

/** Of all reports together. Beyond: 503, until some are deleted; free space of the disk is watched besides. */
export const folderBytesMax = 20 * 1024 ** 3;

/** On the whole service: each takes a thread that questions need as well. The others wait. */
export const reportsAtOnce = 2;

/** Of one user, waiting and in work. Beyond: 429. */
export const unfinishedPerUserMax = 20;

/** Of all users, so that a schedule of everybody at midnight finds room and a flood does not. Beyond: 429. */
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

/** How often whoever waits for a report without an end looks whether he is still wanted. */
export const whenMadeLookMs = 1000;
