/** From the look-up of the name to the last byte of the answer: a webhook must not hold its caller up for longer. */
export const webhookTimeoutMs = 10_000;

/** Longest answer that is read before the connection is closed. Nobody needs more than the first line of an error. */
export const webhookAnswerBytesMax = 64 * 1024;

/** Interim answers (1xx, such as "100 Continue") before the answer; servers send one or two. Beyond: it has failed. */
export const webhookInterimAnswersMax = 20;

/** Bytes of one message; ten times the largest event. Beyond it the message is refused. */
export const webhookBodyBytesMax = 1024 * 1024;

/** Longest URL that servers generally accept. */
export const webhookUrlCharactersMax = 2048;

/** Characters of a refusal that are quoted. */
export const quotedAnswerCharactersMax = 200;

/** Until the mail server's greeting; a live server greets within a second. */
export const mailConnectTimeoutMs = 10_000;

/** Longest silence of a mail server that accepts a mail; some scan an attachment before they answer. */
export const mailSilenceTimeoutMs = 60_000;

/** A mail that takes longer is given up, even if it is still moving. */
export const mailTimeoutMs = 300_000;

/** Recipients of one mail; a longer list belongs in the mail server. */
export const mailRecipientsMax = 50;

/** Characters of a subject; it is one line of a list. */
export const mailSubjectCharactersMax = 255;

/**
 * Most mail servers refuse 25 MB, and an attachment grows by a third on its way. Beyond it a link is sent, or nothing.
 */
export const mailAttachmentBytesMax = 18 * 1024 * 1024;

/**
 * Messages that wait or are on their way. Beyond it new ones fail at once: each may hold an event or the name of a
 * file.
 */
export const outgoingMax = 1000;

/** Concurrent messages to all places together; the main thread sends them. */
export const sentAtOnce = 8;

/**
 * Concurrent messages to one place: one that does not answer leaves room for the others, and is not flooded when it
 * is back.
 */
export const sentAtOncePerPlace = 2;

/**
 * Pauses before the second, third, … try. After the last a message has failed: two hours outlast a reboot and a late
 * lunch.
 */
export const retryPausesMs: readonly number[] = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];

/** Longest pause that a place may ask for. */
export const retryPauseMaxMs = 3_600_000;
