/**
 * Fields that came with an event, as bits: a shipped rule leaves them as they are, and a user's own rule that changes
 * the value of one is counted. Defaults for missing fields are not in it, nor a severity that was read out of the words
 * of a line. The message is always the sender's.
 */
export const sentFields = {
  host: 1,
  program: 2,
  severity: 4,
  facility: 8,
  cisco_mnemonic: 16,
  message: 32,
  time: 64,
} as const;

/** For when nothing else is known: only the message was sent. */
export const onlyMessageSent: number = sentFields.message;
