/** Every bound of cutting streams into messages, with its reason and what happens beyond it. */

/** What the head of a counted syslog message may say. Nobody sends so much in one; beyond, it is read as a line. */
export const syslogCountMax = 1024 * 1024;
/**
 * Lines of one message where lines that go on with it follow, and its bytes before the last of them: as of an event of
 * a file. What follows is a message of its own.
 */
export const joinedLinesMax = 1_000;
export const joinedBytesMax = 64 * 1024;
