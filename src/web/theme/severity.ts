/** A severity by its number, 0 to 7: told by letters, weight and colour together, so that it survives grey print. */
export const severities = [
  { name: "EMERGENCY", short: "EMRG", label: "Emergency" },
  { name: "ALERT", short: "ALRT", label: "Alert" },
  { name: "CRITICAL", short: "CRIT", label: "Critical" },
  { name: "ERROR", short: "ERR", label: "Error" },
  { name: "WARNING", short: "WARN", label: "Warning" },
  { name: "NOTICE", short: "NOTE", label: "Notice" },
  { name: "INFO", short: "INFO", label: "Info" },
  { name: "DEBUG", short: "DBG", label: "Debug" },
] as const;

/** -1 when it is none. */
export function severityNumber(name: string): number {
  return severities.findIndex((severity) => severity.name === name);
}
