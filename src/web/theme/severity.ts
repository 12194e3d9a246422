import { words } from "../words/words.ts";

const shortNames = [
  ["EMERGENCY", "EMRG"],
  ["ALERT", "ALRT"],
  ["CRITICAL", "CRIT"],
  ["ERROR", "ERR"],
  ["WARNING", "WARN"],
  ["NOTICE", "NOTE"],
  ["INFO", "INFO"],
  ["DEBUG", "DBG"],
] as const;

/**
 * A severity by its number, 0 to 7: told by letters, weight and colour together, so that it survives grey print. The
 * letters are the same in every language, as programs write them.
 */
export const severities = shortNames.map(([name, short]) => ({
  name,
  short,
  get label() {
    return words.frame.severities[name];
  },
}));

/** -1: not a severity. */
export function severityNumber(name: string): number {
  return severities.findIndex((severity) => severity.name === name);
}
