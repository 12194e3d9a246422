/** Every bound of cutting streams into messages, with its reason and what happens beyond it. */

/**
 * The largest length that a counted syslog message may announce. Nobody sends so much in one; beyond, it is read as a
 * line.
 */
export const syslogCountMax = 1024 * 1024;
