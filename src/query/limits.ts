/**
 * Every bound of a query, with its reason. Beyond those of a question: 400; beyond those of the work: FAILURE that
 * names it.
 */

/** Steps of a time range: no chart draws more, and each is an object in the answer. */
export const stepsMax = 10_000;
/** Years beyond 2255 do not fit the store's microseconds; 9e9 s is in that year. */
export const secondsMax = 9_000_000_000;
/** Longest step: beyond a year nothing is a step. */
export const stepSecondsMax = 366 * 86_400;
/** In `last_<n>_<unit>`; ranges that begin before 1970 begin there. */
export const presetCountMax = 1_000_000;
/** Events on one page: a page is built in memory, about 1 KiB for each. */
export const pageSizeMax = 10_000;
/** Events before or behind one: a screen of them is fifty. */
export const neighboursMax = 1_000;
/**
 * JSON text of a page: an event can have a message of 64 KiB and 200 tags of 4 KiB, and the text is held four times on
 * its way.
 */
export const pageBytesMax = 32 * 1024 * 1024;
/** Questions that were found right and are cached: the widgets of some dashboards. */
export const cachedQuestionsMax = 256;
/** JSON text of one of these; one with a list of hundreds of values is checked at each asking. */
export const cachedQuestionCharactersMax = 4_096;
/** Rows of a page, and of those before it, that are cached by segment: 20 bytes each. */
export const cachedPageRowsMax = 256;
/** Bytes of events cached per segment: a few hundred events. The oldest are evicted. */
export const cachedEventsBytes = 1024 * 1024;
/** Filters whose compiled form a thread caches: those of the widgets of some dashboards. The oldest goes. */
export const cachedFiltersMax = 64;
/** Values of a ranking. */
export const rankingMax = 1_000;
/** Values of each hole of a pattern that are shown. */
export const patternHolesMax = 20;
/** Different values of a hole that are counted one by one; beyond, one more pass counts those that may be frequent. */
export const holeValuesMax = 10_000;
/** Those of all holes of an answer together, some 100 bytes each. */
export const holeNamesMax = 200_000;
/** Sums by hash, 8 bytes each, that holes with more values share. */
export const holeSumsMax = 1_048_576;
/** Sums kept for a hole that makes room for others: it has some hundreds of values by then. */
export const holeSumsMin = 1_024;
/** Patterns that differ in one word are shown as one from this many on: fewer are what a person would name. */
export const familyPatternsMin = 10;
/** Patterns of an answer among which families are looked for: about 100 ms. Of more none is joined. */
export const familySearchMax = 50_000;
/** How far into a list of patterns one may page: as many as there may be different values. */
export const patternOffsetMax = 2_000_000;
/** Characters of a value of a hole; longer ones are cut. */
export const holeCharactersMax = 500;
/** Fields whose values are contrasted; events of one kind have some dozens. Those beyond are named in the answer. */
export const contrastFieldsMax = 200;
/** UTF-8 bytes of the distinct values of one of them: a field with more holds ids, which distinguish nothing. */
export const contrastBytesMax = 4 * 1024 * 1024;
/** Bytes that the values of all of them take with their places; beyond, the field with the most is given up. */
export const contrastedBytesMax = 32 * 1024 * 1024;
/** Subfields of a ranking: each is counted for each value. */
export const subfieldsMax = 10;
/** Tasks or notifications in an answer. */
export const listedMax = 1_000;
/** Fields that events are grouped by together: each multiplies the groups. */
export const groupFieldsMax = 8;
/**
 * Values of a segment that a question about distinct values looks for among those found, 0.1 µs each, before it reads
 * the segment's rows, which takes some milliseconds.
 */
export const lookedUpBeforeMax = 8_192;
/** Distinct values that one question keeps; about 30 bytes each plus their texts. */
export const distinctValuesMax = 2_000_000;
/** Segments with this many rows and a nearly unique field are ranked by hashes alone, without that bound. */
export const recordedRowsMin = 65_536;
/** Equally frequent values that begin alike, among which the first by name are looked for by reading their texts. */
export const tiedValuesMax = 200_000;
/** UTF-8 bytes of these values. */
export const distinctBytesMax = 64 * 1024 * 1024;
/** Counts by step and value, by value and subfield's value, by group and number: about 40 bytes each, or 8 to 16. */
export const countedPairsMax = 4_000_000;
/** Numbers by group that wait to be sorted and counted, 24 bytes each. */
export const waitingNumbersMax = 524_288;
/**
 * Which texts occur in each group is kept as bits, in arrays with this many words of 4 bytes in total; beyond that, as
 * pairs.
 */
export const textWordsMax = 8_388_608;
/**
 * Combinations of the numbers that a segment itself gives to the values of fields that events are grouped by: each is
 * looked up in an array.
 */
export const ownGroupsMax = 1_048_576;
/** Steps whose bounds are kept as rows, 4 bytes each, for every segment: a week by five minutes. */
export const keptBoundsMax = 2_048;
/** Places of 4 bytes in which the numbers of a segment are counted by group, when they fit. */
export const pairPlacesMax = 2_097_152;
/** Bytes of the statistics of a segment that are cached; of more, rows are counted at each asking. */
export const cachedStatisticsMax = 524_288;
/**
 * Rows of a search that are sorted at once, 24 bytes each. Pages further down are found by narrowing the range of keys
 * first.
 */
export const sortedRowsMax = 65_536;
/** Rows handed to a kind at once: small enough to look at the stop flag often, large enough for tight loops. */
export const batchRows = 8_192;
/**
 * Time in which threads rehearse at the start of a service, their own start included: two on two processors need 2 to
 * 3 s. Then the question at hand is stopped, and the others are left out.
 */
export const rehearsalMs = 4_000;
/** Events that each usual question reads, in two segments at least: some 45 ms for two threads, twice that at first. */
export const rehearsedRows = 1_500_000;
/** Segments that it asks about one by one: twice those of a day of 10,000,000 events; each thread is sent them. */
export const rehearsedSegments = 64;
/** Time for these: most of what is left is for code that every question runs through. */
export const rehearsedSegmentsMs = 875;
/** Counts of a segment that are cached, 8 bytes each; of more values or steps rows are counted at each asking. */
export const cachedCountsMax = 16_384;
/** Decoded columns that each thread keeps from one question to the next: the common columns of some million events. */
export const readerCacheBytes = 64 * 1024 * 1024;
/**
 * Names of user tags that one question gathers. More means that somebody put values into names, and nobody can choose
 * among them.
 */
export const tagNamesMax = 10_000;
/** Rows of the segments that the reading of all events keeps open: one of the largest, or many small ones. */
export const openRowsMax = 1_048_576;
/** Events read at once when all are read, and characters of their texts: these are in memory twice for a moment. */
export const batchEventsMax = 2_048;
export const batchCharacters = 2 * 1024 * 1024;
/** Cache of a thread that reads all events: mostly in order, so little is read twice. */
export const exportCacheBytes = 24 * 1024 * 1024;
/**
 * Rows that follow each other in a segment, on average, so that they are read as they come; fewer are gathered by
 * segment first.
 */
export const runRowsMin = 48;
/**
 * Share of a thread's cache, on top of it: values of fields that are ranked again and again, which segments refer to by
 * number.
 */
export const keptTablesShare = 1 / 6;
/**
 * How long a thread examines the segments that a question opened to find the one that made it fail; a large one takes
 * two seconds.
 */
export const examineMs = 20_000;
/** Events that a live tail shows of one look, of which there are four a second: people read no faster. */
export const tailEventsMax = 500;
/** Their JSON, as an event can have 800 KiB. */
export const tailBytesMax = 1024 * 1024;

/**
 * A question that names an unknown field looks for it in every segment of its range; after this long it is answered
 * without a warning.
 */
export const unknownFieldsMs = 200;
