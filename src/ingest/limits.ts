/** Every bound of the intake, with its reason and what happens beyond it. */

/**
 * One body, as it came and after each decompression: it must fit memory whole, because it is stored whole or not at
 * all. Beyond: 413.
 */
export const bodyBytesMax = 64 * 1024 * 1024;
/**
 * Bytes of memory that a body takes from its first byte until it is stored, per byte of the body: itself, its events as
 * columns, and these once more, compressed, for the log and for questions.
 */
export const memoryPerBodyByte = 2.25;
/** Assumed expansion of a compressed body: typical for logs; the true size is not known beforehand. */
export const expansionOfEncoded = 8;
/** Encodings applied in sequence in `Content-Encoding`. Nobody sends more than one on purpose; beyond: 415. */
export const encodingsMax = 2;
/**
 * What lies between two such encodings: already compressed, so it unpacks to hardly more than was sent, unless it is
 * made to be work for us. Beyond: 413.
 */
export const wrappedBytesMax = 8 * 1024 * 1024;
/** Events of a JSON list, which a sender can always split or send as lines; beyond: 413. */
export const listEventsMax = 10_000;
/**
 * A JSON list or object sent as raw text has to be read to its end, in one go, before it is known to be one. Beyond:
 * 413; send lines instead.
 */
export const rawDocumentBytesMax = 16 * 1024 * 1024;
/**
 * Lines at the beginning of a body that tell where its times stand: fewer than for a file, since nothing else is read
 * meanwhile.
 */
export const rawSampleLinesMax = 200;
/**
 * One line of raw text, as of a file; JSON is read whole. Its readers copy a line several times, control characters as
 * six letters each. Beyond: the beginning is kept and counted as cut; a message ends at 64 KiB anyway.
 */
export const rawLineBytesMax = 1024 * 1024;
/**
 * Containers, fields or values that a reader of a protocol passes without an event, or checks, until the thread looks
 * at the clock: less than a millisecond of work.
 */
export const passedPerStepMax = 10_000;
/** Nesting of JSON, counted from the body's own bracket; a deeper event is rejected. */
export const jsonDepthMax = 64;
/** One message over gRPC; the collectors of OpenTelemetry take as much. Beyond: RESOURCE_EXHAUSTED. */
export const grpcMessageBytesMax = 4 * 1024 * 1024;
/** Concurrent calls of one connection, so that their messages stay within one largest body; others wait. */
export const grpcCallsMax = 16;
/** Actions of one bulk request, each of which has its part of the answer, about 100 bytes; beyond: 413. */
export const bulkActionsMax = 100_000;
/** Name of an index, as in Elasticsearch; the answer to a bulk request repeats it for each action. Beyond: 400. */
export const indexBytesMax = 255;
/**
 * Nesting up to which JSON of other protocols is read at all, so that one event that is too deep does not make others
 * unusable; beyond: the body is refused as broken.
 */
export const checkedDepthMax = 1024;
/**
 * Values in one event's JSON. A body of 64 MiB of "[],[],…" would become gigabytes of objects; beyond: the event is
 * rejected.
 */
export const eventValuesMax = 100_000;
/**
 * Dotted names made for one event of another protocol: each value of a list gets the name of the list, and a list in a
 * list has a name of its own. Beyond: the event is rejected.
 */
export const eventNamesBytesMax = 8 * 1024 * 1024;
/**
 * Bytes that the records of one body share (attributes of a resource, labels of a stream), or of one message of Forward
 * (its tag), counted once for each record, since each event has them. Beyond: the records that follow are rejected.
 */
export const repeatedBytesMax = 256 * 1024 * 1024;
/**
 * Labels of one stream of Loki as a text, which is parsed in one go; Loki itself takes 15 labels of 2 KiB. Beyond: the
 * entries of the stream are rejected.
 */
export const labelsBytesMax = 8 * 1024 * 1024;
/**
 * What the compressed messages of Forward unpack to that one address has in one body, and their entries: so a small
 * body stays a small task. Real ones meet it when they shrink to a three hundredth. Beyond: the rest of the message is
 * rejected, and so are the compressed ones that follow.
 */
export const unpackedBytesMax = 4 * bodyBytesMax;
export const unpackedEntriesMax = 2_000_000;
/**
 * Events shorter than this cannot hold more values or depth than a parser handles easily and are not counted before.
 */
export const uncheckedEventBytes = 16 * 1024;

/**
 * UTF-8 bytes of `extra_fields` as JSON. Beyond, the text is cut to fit, kept under `extra_fields.cut`, and counted.
 */
export const extraBytesMax = 64 * 1024;
/** `event_id`; a longer one is rejected, since cutting could make two ids equal. */
export const eventIdCharactersMax = 64;
/**
 * Occurrences that one line is unfolded into, `message repeated 3 times: [ … ]`. A short line must not make the work of
 * a million; beyond this number the event is counted as cut.
 */
export const repeatsUnfoldedMax = 10_000;
/** The same, for one delivery in addition to its first ones. Beyond: one event per line, counted as cut. */
export const repeatsOfDeliveryMax = 200_000;
/** `Idempotency-Key`; beyond: 400. */
export const idempotencyKeyCharactersMax = 255;

/** No clock that is off by its zone alone is further ahead than this: beyond, the time of arrival is used. */
export const aheadMicrosMax = 24 * 3600 * 1_000_000;
/** Rejected events that an answer describes; all are counted. */
export const rejectedListedMax = 100;

/** Distinct recent events that de-duplication remembers, about 15 MB. Beyond, the one longest not seen is forgotten. */
export const dedupEventsMax = 262_144;
/** Decoded columns of sealed segments kept while the memory of de-duplication is rebuilt at the start. */
export const rebuildCacheBytes = 32 * 1024 * 1024;
/**
 * Bytes of identities that are written together, of some 2,700 events; what a kill takes of them is read from the
 * events again.
 */
export const identityFlushBytes = 64 * 1024;
/** Occurrences of one event: its counter is 16 bits wide in a segment. Then a new event begins. */
export const occurrencesMax = 65_535;

/** A group of deliveries is committed at the latest after this time, however many more wait. */
export const groupMs = 20;
/**
 * A group that is as large as the queue is committed after this time: a commit for less would cost more than its
 * overlap saves.
 */
export const leastGroupMs = 4;
/**
 * Events of a group that end it: its segment is built in memory. One delivery may be more; it is a group of its own.
 */
export const groupEventsMax = 65_536;
/**
 * A body of this size is a group of its own, which grows while others are read and written, so that these need not wait
 * for it.
 */
export const largeDeliveryBytes = 1024 * 1024;
/**
 * How long a smaller one is read before it counts as large, too: a small body may be a lot of work, compressed or with
 * attributes that all of its records share. Then it is read a second time.
 */
export const smallReadMs = 250;
/**
 * How long a large one is read after each commit of small ones, when more of those wait: as long as their groups take,
 * so that both continue.
 */
export const largeTurnMs = 20;
/**
 * A large one waits no longer than this for a seal: small ones that come faster than they are sealed must not block it
 * for ever.
 */
export const crowdedWaitMs = 5_000;
/**
 * How long deliveries wait for a seal that is far behind before they are refused: shorter than senders wait for an
 * answer, longer than a seal takes.
 */
export const heldBackMs = 10_000;
/** How often the thread checks meanwhile; the end of the seal wakes it by itself. */
export const heldBackLookMs = 250;
/**
 * How long the thread reads events before it looks for snapshot requests, and for answers that the disk has released.
 */
export const sliceMs = 2;
/**
 * How long deliveries are still processed at a stop, unless the stop has less left: the service has waited 3 s for its
 * requests, so their senders are gone, and the commit and the seal need the rest of the 5 s. One delivery of 64 MiB may
 * take longer than all of that.
 */
export const closeWorkMs = 300;
/**
 * Bytes of a refused body in which events are counted for the ledger, a few milliseconds of work; a larger one counts
 * as a delivery.
 */
export const countedBytesMax = 1024 * 1024;
/** How often deliveries without a valid token are reported to the ledger; a crash loses those since the last report. */
export const strangersToldEveryMs = 1_000;
/** `Retry-After` of a refusal because of overload: the queue is empty again within that time. */
export const overloadRetrySeconds = 1;
/** `Retry-After` while the disk is full: a person has to free space. */
export const diskFullRetrySeconds = 30;
/** How often the log names why commits cannot be written: fifty a second may fail. */
export const failureToldEveryMs = 10_000;

/** Deliveries handed to the intake thread and not answered yet; beyond: 429. */
export const deliveriesInFlightMax = 4096;
/**
 * Bytes of the small ones, and of the large ones: two largest bodies. Beyond: 429, unless none of its kind is in
 * flight.
 */
export const bytesInFlightMax = 2 * bodyBytesMax;

/**
 * Bodies that cross threads in shared memory: all but the large ones, a few at once. 8 MB when all were filled; others
 * are transferred.
 */
export const bodySlots = 8;
/** Memory of the ports that the intake thread knows, 1 MB each: more than they have. Beyond: sent with each body. */
export const otherBodiesMax = 64;

/**
 * Places in the JSON of events, and in the names of protocols' events, that the fast path remembers, 300 to 700
 * bytes each, and their names; beyond, it starts over.
 */
export const shapeNodesMax = 16_384;
/**
 * Tags of all kinds of events that it remembers, about 300 bytes each; beyond, it starts over. A thousand kinds with
 * thirty tags fit.
 */
export const shapeTagsMax = 32_768;
/**
 * Scalars of an event that takes the fast path, and names in one of its objects; beyond, an event takes the slow path.
 */
export const fastLeavesMax = 256;
/** Program names known to matter or not to matter to parser rules; beyond, it starts over. */
export const ruleTargetsMax = 4_096;
/**
 * Tag names in all shapes that rules made, some 200 bytes each: rules may take names out of messages. Beyond, the
 * shapes are built again.
 */
export const ruledTagsMax = 32_768;
/** Combinations of such programs with tags, about 200 bytes each; beyond, it starts over. */
export const ruleTargetsMadeMax = 65_536;

/**
 * How long a snapshot is kept for further questions: a dashboard that is refreshed finds it; deleting its segments
 * waits no longer than that.
 */
export const sharedSnapshotMs = 10_000;
/** Snapshots of different days that are kept; the oldest goes. A dashboard with a range for each widget has few. */
export const sharedSnapshotsMax = 8;

/** One entry of a body that need not end; a message is cut at 64 KiB. Beyond: 413. */
export const streamEntryBytesMax = 4 * 1024 * 1024;

/** Under overload, such a body waits this long before it is offered again. */
export const streamRetryMs = 200;
