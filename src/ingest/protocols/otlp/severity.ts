import { readLevel } from "../../../eventstore/event/syslog-priority.ts";

/**
 * The syslog severity of a SeverityNumber, 1 to 24, as the appendix of OpenTelemetry's data model has it for syslog:
 * INFO2 and above are notices, ERROR2 is critical, ERROR3 and above are alerts. FATAL is treated as `fatal` is
 * elsewhere, because programs use it far more often than syslog uses emergency. Undefined: the number means nothing.
 */
export function severityOfNumber(number: number): number | undefined {
  return severities[number];
}

const severities: readonly (number | undefined)[] = [
  undefined,
  ...[7, 7, 7, 7, 7, 7, 7, 7],
  ...[6, 5, 5, 5],
  ...[4, 4, 4, 4],
  ...[3, 2, 1, 1],
  ...[2, 2, 2, 2],
];

/** The severity from a record's number and text, and whether the text adds nothing to the number. */
export function readSeverityText(text: string, number: number | undefined) {
  const told = readLevel(text) ?? readLevel(text.replace(/[234]$/, ""));
  return { severity: number ?? told, isRepeat: told !== undefined && (number === undefined || told === number) };
}
