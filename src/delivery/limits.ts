/** From the first look at the name to the last byte of the answer: who calls a webhook is not to be held up by it. */
export const webhookTimeoutMs = 10_000;

/** Longest answer that is read before the connection is closed. Nobody needs more than the first line of an error. */
export const webhookAnswerBytesMax = 64 * 1024;

/** Bytes of one message; ten times the largest event. Beyond it the message is refused. */
export const webhookBodyBytesMax = 1024 * 1024;

/** Longest URL that servers generally accept. */
export const webhookUrlCharactersMax = 2048;

/** How much of a refusal is quoted. */
export const quotedAnswerCharactersMax = 200;

/** Until the mail server's greeting; a server that is there greets in a second. */
export const mailConnectTimeoutMs = 10_000;

/** A mail server that takes a mail says something so often; some look through an attachment before they answer. */
export const mailSilenceTimeoutMs = 60_000;

/** A mail that takes longer is given up, even if it is still moving. */
export const mailTimeoutMs = 300_000;

/** People that one mail is sent to; a list of more belongs into the mail server. */
export const mailRecipientsMax = 50;

/** Characters of a subject; it is one line of a list. */
export const mailSubjectCharactersMax = 255;

/**
 * Most mail servers refuse 25 MB, and an attachment grows by a third on its way. Beyond it a link is sent, or nothing.
 */
export const mailAttachmentBytesMax = 18 * 1024 * 1024;

/**
 * Deliveries that wait or are on their way. Beyond it new ones fail at once: each may hold an event or the name of a
 * file.
 */
export const deliveriesMax = 1000;

/** At a time, to all places together; the main thread sends them. */
export const deliveriesAtOnce = 8;

/**
 * Deliveries to one place at a time: one that does not answer leaves room for the others, and is not flooded when it is
 * back.
 */
export const deliveriesAtOncePerPlace = 2;

/**
 * Pauses before the second, third, … try. After the last a delivery has failed: two hours outlast a reboot and a late
 * lunch.
 */
export const retryPausesMs: readonly number[] = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];

/** A place may ask for a longer pause, up to this. */
export const retryPauseMaxMs = 3_600_000;
