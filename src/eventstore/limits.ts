/** Every bound of the event store, with its reason and what happens beyond it. */

/**
 * Seconds after which even a small tail is sealed, so that a day's file is nearly complete and the intake log short.
 */
export const sealAfterSecondsDefault = 600;
/**
 * Uncompressed bytes of the tail that start a seal, unless fewer are configured: long messages must not fill the
 * memory.
 */
export const sealBytesDefault = 64 * 1024 * 1024;
/** Occurrences in the tail that start a seal: repeats take memory without adding events. */
export const sealOccurrences = 1_048_576;
/** Commits in the intake log that start a seal: a start replays each of them. */
export const sealCommits = 8_192;
/** When the tail is this many times over a bound, `write` waits for the seal, which slows down its caller. */
export const overfullFactor = 3;
/** Large bodies, each of which may fill the tail alone, wait for the seal when it is this many times over a bound. */
export const crowdedFactor = 2;
/**
 * A tail that no commit has touched for this long is sealed early: whoever sends all the time is not slowed down, and
 * who asks after a burst, or after a start, does not open a hundred segments.
 */
export const restMs = 1_000;
/**
 * Events from which a tail at rest is sealed. Fewer are few segments; eight seals of as many are compacted into one of
 * the size of a full seal, so that bursts with pauses cost one more merge of each row.
 */
export const restSealEvents = 16_384;
/** Share of sealing in the 5 s that a stop may take; requests may have had three before. */
export const closeSealMs = 600;
/** The same while events are in memory alone, since a damaged intake log was set aside: a late stop loses nothing. */
export const closeUnloggedSealMs = 10_000;
/** How long a job may take to reach a stopping point before it is abandoned; a step takes a tenth of that. */
export const closeStopMs = 1_000;
/** Milliseconds that a write waits for it. */
export const overfullWaitMs = 20;

/** Neighbouring tail segments of one size class that are merged into one: at most about 8 a class stay, 40 in all. */
export const tailFanIn = 32;
/**
 * Tail segments of this many rows, as a body of 1,000 events makes, are sealed without merging first: merging costs
 * half as much again, and 131,072 events in 128 segments are queried as quickly as in 4; only questions that read all
 * values take up to 11 ms longer.
 */
export const tailMergeRowsMax = 768;
/** Size classes of tail segments are powers of this: rows < 1, 8, 64, 512, 4096, … */
export const tailClassFactor = 32;
/** Repeats pending for one segment before it is rewritten with them folded in: every read has to merge them. */
export const pendingRepeatsPerSegment = 65_536;

/**
 * Largest segment that compaction makes, four full seals: its row order and one column at a time fit in about 40 MB, so
 * that merging beside intake at full speed stays below the memory limit. With twice as many rows it does not, and each
 * event takes 2 % less. A power of two, as the memory is that columns are unpacked to.
 */
export const segmentRowsMax = 524_288;
/**
 * Columns of so many rows are unpacked whole and kept for the next question. Those of larger segments, which caches
 * have no room for, are unpacked for each question, to memory that is used again, but for ids of one byte.
 */
export const keptRowsMax = 262_144;
/** One with more rows is split; what earlier versions merged has no more, and stays as it is. */
export const splitRowsMax = 1_048_576;
/** Occurrences of a compacted segment: its time table holds 8 bytes for each. */
export const segmentOccurrencesMax = 4_194_304;
/**
 * Bytes of shared columns of tags, unpacked, that one compaction reads: beyond, its segments stay as they are. What
 * moves from there into columns is held until they are written, three times as much.
 */
export const overflowTagBytesMax = 64 * 1024 * 1024;
/** Sealed segments of one size class of a day that start a compaction; fewer do if they fill a segment. */
export const compactionFanIn = 8;
export const compactionClassFactor = 8;
/** Segments that become one at a time: of each the directory and a piece of a column are in memory meanwhile. */
export const compactionSourcesMax = 64;
/** Segments that a seal merges at a time: its sources are small and in memory. */
export const segmentSourcesMax = 1_024;

/**
 * A column of few values stays a dictionary at any number of rows up to this many distinct values (ids of one byte).
 */
export const dictionarySmall = 255;
/** Above that, a dictionary pays when each value stands for this many rows. */
export const dictionaryRowsPerValue = 4;
/**
 * Text columns are looked at again when this many rows come together: what seemed unique in small may repeat in large.
 */
export const textReviewRows = 16_384;
/** Texts longer than this on average are never made a dictionary by that second look. */
export const textReviewLength = 64;
/** Segments of fewer rows have no ready-made counts: their rows are read as quickly. */
export const totalsRowsMin = 1_024;
/** Ready-made counts of a dictionary, 3 to 5 bytes a value, pay when each value stands for this many rows. */
export const totalsRowsPerValue = 8;
/** Dictionaries of more values do not say how many rows each has: a search for one of them reads the rows. */
export const usesValuesMax = 8_192;
/** Values of so few rows have these listed. */
export const fewRowsMax = 16;
/**
 * Columns of so many slices and at most so many values list the rows of each: a condition then reads those that it
 * wants, not a byte of every row. Twice as many values take a bit more for each row. Columns that few rows have are not
 * as large, nor, by default, segments that were only sealed, which are merged soon.
 */
export const listedSlicesMin = 9;
export const listedValuesMax = 512;
/** Minutes that a segment's counts may span: two days, since those of a day may have repeats in the next. */
export const countedMinutesMax = 2_880;
/**
 * Values of a dictionary that are stored in one part; more of them are cut, since a page shows a few values of
 * thousands.
 */
export const dictionaryPartBytes = 64 * 1024;
/** A column that fewer than one row in this many has is stored as a list of its rows. */
export const sparseFactor = 8;
/**
 * Rows that have a hole of templates, on average in each slice, that make parts of their own pay for each slice. With
 * fewer their list takes less, if `sparseFactor` says so.
 */
export const groupedRowsMin = 64;
/** Tags with a column of their own in a segment, the most frequent ones; the rest shares one column. Bounds what an
 * event source with ever new tag names can cost. */
export const tagColumnsMax = 1_000;
/**
 * Different quads in the messages of a slice: two for each row. With more, the filters that tell which slices have
 * one would take more than a byte and a half an event.
 */
export const quadsOfSliceMax = 2 * 16_384;
/** Uncompressed text per block: a page of results unpacks a few of them, and zstd gains little beyond. */
export const textBlockBytes = 256 * 1024;

/** Rows of a slice: a page of results unpacks a few of these of each column, not the columns. Part of the format. */
export const sliceRows = 16_384;

/** Longer texts are kept whole: they are dumps and documents, which no template repeats. */
export const templateBytesMax = 2_000;
/**
 * Holes of a template; each is a column. A firewall's or a proxy's line has some thirty: four numbers an address. Texts
 * with more are lists of data.
 */
export const templateHolesMax = 48;
/** Segments of fewer rows keep messages as they are: the columns of holes would be more to read than the texts. */
export const templateRowsMin = 1_024;
/**
 * Templates of a segment: below the first number all are kept, beyond it those that are used often enough, at most the
 * second. A search asks each.
 */
export const templatesFew = 1_024;
export const templatesMax = 8_192;
export const templateUsesMin = 16;
/** Bits for the tags of each template; with more, senders make up names, and reading them would take as long. */
export const templateTagBytesMax = 256 * 1024;
/**
 * Holes for any word in a template, beside its others, and at most half of its words: each is a column that is read
 * wherever a search asks for a word of letters.
 */
export const anyHolesMax = 16;
/** A rare template is compared with as many unions that have its signs and as many words. */
export const unionsOfFrameMax = 32;
/** Each has patterns of its own: where words are nearly unique, texts are kept as they are. */
export const unitedTemplatesMax = 16_384;
/** Templates of more words are not united: lists of data, and comparing them takes long. */
export const unitedWordsMax = 128;

/**
 * zstd levels. The log is short-lived and on the way of every answer; sealed parts are written once and read for long.
 */
export const intakeCompressionLevel = 1;
export const sealedCompressionLevel = 3;
/** How many times as long words may be that are read in a third of the time. Most become shorter. */
export const wordsLargerMost = 1.01;
/** Neighbouring slices of a column are alike: one in so many is compressed both ways, which takes twice as long. */
export const slicesPerTrial = 8;

/** Compressed parts that are written to a day's file together: many are smaller than the page that several share. */
export const partsWaitingBytes = 1024 * 1024;
/**
 * Bytes a merge has written, before compression, when its garbage is collected, which takes some 20 ms: a million rows
 * are some 70 MB, a seal is less than this.
 */
export const mergedBytesPerCollection = 16 * 1024 * 1024;
export const intakePageBytes = 16_384;
/** Most rows of a day file are some kilobytes long: of a larger page a part would stay empty. */
export const dayPageBytes = 4_096;
/**
 * As much of the intake log's write-ahead log is copied into the file at once: the thread that takes events in does it,
 * in some 7 ms.
 */
export const intakeCheckpointBytes = 8 * 1024 * 1024;
/** The same for a day file: the intake log, and every answer, waits while this is synced; 16 MB take twice as long. */
export const dayCheckpointBytes = 4 * 1024 * 1024;
/**
 * The log is cut back to this after a huge commit. It is not emptied in between: overwriting costs the disk less than
 * extending a file.
 */
export const intakeWalBytes = 16 * 1024 * 1024;

/** How long a retry key is remembered. */
export const retryKeyMs = 10 * 60 * 1000;
/**
 * Streams, such as files that are followed, of which the position is remembered, about 100 bytes each, however long ago
 * that was. Beyond, those that were silent longest are forgotten.
 */
export const streamsMax = 65_536;
/** A query ends within 300 s; a lease older than this belongs to one that died. */
export const leaseMs = 15 * 60 * 1000;
/** Days of minute counters kept for statistics: 1,440 rows of about 30 bytes a day. */
export const arrivalDays = 400;
/** Free space is looked up at most this often: often enough to resume within 1 s. */
export const freeSpaceCheckMs = 250;
/** Pause after upkeep failed for lack of space, before it is tried again. */
export const upkeepPauseMs = 10_000;
/** Day files open for writing at one time. */
export const openDaysMax = 8;
/** Day files a reader keeps open, and for how long without use. */
export const readerConnectionsMax = 16;
export const readerIdleMs = 10_000;
/** How long reads of a day file share a transaction, which keeps its log from being emptied. */
export const sharedReadMs = 20;
/** Milliseconds of work after which the upkeep thread looks for messages. */
export const upkeepTurnMs = 5;
/**
 * After this much idle time the thread's garbage is collected: longer than the pause between two commits, shorter than
 * anyone notices.
 */
export const upkeepIdleGcMs = 250;
/** The upkeep thread ends after being idle this long: it takes 15 MB, and 50 ms to start. */
export const upkeepIdleMs = 60_000;
/**
 * Nice value of the upkeep thread relative to threads that serve requests: the longest answer during intake is a
 * quarter shorter, and pending work stays bounded.
 */
export const upkeepNiceness = 5;
/** Milliseconds that merging lets questions pass, before it works as long beside them. */
export const courtesyMs = 1_000;
/** How long the upkeep thread sleeps between two looks whether somebody still waits for an answer. */
export const courtesyLookMs = 5;
/** How long the intake thread waits for files to be closed. */
export const upkeepCallMs = 2_000;
/**
 * Pieces of work without a job that a lane begins in one go; further ones come in the next turn, after callers who wait
 * for the thread.
 */
export const worksAtOnceMax = 64;
/** Times in a row that the upkeep thread may die before its work counts as failed. */
export const upkeepDeathsMax = 3;
/**
 * Fresh files of a day that may break while it is sealed, as soon as they are made; then it is the disk, which gets
 * time.
 */
export const brokenFilesMax = 3;
/** Pause after work failed for a reason outside; it doubles each time, up to the second number. */
export const parkedPauseMs = 10_000;
export const parkedPauseMsMax = 60 * 60 * 1000;
/** A log that is damaged again sooner is the fault of the disk: then commits are refused until the disk is better. */
export const logRenewalPauseMs = 60_000;
/** Failures in a row after which work is named to people. */
export const parkedAfterFailures = 3;
/** Ids of sealed segments kept to look up whose event a repeat is. */
export const locatedCacheBytes = 8 * 1024 * 1024;
/** Ids skipped when the intake log is lost: more than the tail can hold, so that no lost event's id is given again. */
export const lostIdsGap = 16_777_216;
/** Events whose segment was looked up lately, for repeats of sealed events. */
export const locatedCacheMax = 65_536;
/** A day that is over and has not changed for this long gets its last compaction. */
export const finishDayAfterMs = 60 * 60 * 1000;
/** One that a start found gets it after this long: who starts a service has questions first. */
export const finishAfterStartMs = 60 * 1000;
/** Events of one commit that make a segment; more of them are several, each built and compressed on its own. */
export const draftRowsMax = 65_536;
/** Text of one commit that makes a segment: what is collected is held twice for a moment. */
export const draftBytesMax = 16 * 1024 * 1024;
/** Tag names whose columns a thread keeps ready for the next commit; beyond, it begins with none. */
export const builderColumnsMax = 2_000;
/**
 * Repeats that are kept with their commits, so that an earlier instant can be read without holding its files: 24
 * bytes each.
 */
export const historyRepeatsMax = 524_288;
/** Lifetime of an unused query. */
export const historyHours = 1;
/** Pending repeats of a day that are kept in its manifest. Of a day with more none are: each start opens its file. */
export const manifestRepeatsMax = 16_384;
/**
 * The clock of a file system ticks every 1 to 10 ms: after this much quiet, the next change gives a file another time.
 */
export const markQuietMs = 25;
/** Share of writing the day manifests in the 5 s that a stop may take. */
export const closeManifestMs = 300;
/**
 * The same of a commit that grows while others are made: those wait for a segment to be built and compressed, some 15
 * ms.
 */
export const growingRowsMax = 16_384;
export const growingBytesMax = 4 * 1024 * 1024;

/**
 * Origins whose counts are kept apart, some 200 bytes each. Beyond, the one longest silent is counted among the rest of
 * its protocol: who invents addresses must not fill the disk.
 */
export const originsMax = 1_024;
/**
 * Smallest tail segment whose computed results readers cache. Smaller ones are merged soon, and counting them is as
 * quick as a lookup.
 */
export const cachedTailRowsMin = 512;

/** Characters of a note with its template filled in; the rest is cut: messages and tags would fill megabytes. */
export const noteCharactersMax = 8_192;
