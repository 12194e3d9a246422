/** The number of a level word in any case: the whole text has to be it. */
export function severityOfWord(word: string): number | undefined {
  if (word.length < 3 || word.length > 13) return undefined;
  return severities.get(word.toLowerCase());
}

/** Level words by their syslog number. Only words that no reader would take for something else. */
const severities = new Map<string, number>(
  Object.entries({
    emerg: 0,
    emergency: 0,
    panic: 0,
    alert: 1,
    crit: 2,
    critical: 2,
    fatal: 2,
    severe: 3,
    err: 3,
    error: 3,
    warn: 4,
    warning: 4,
    notice: 5,
    info: 6,
    information: 6,
    informational: 6,
    debug: 7,
    trace: 7,
    verbose: 7,
  }),
);
