/**
 * A field that every event has, as editors show it. Twin: the fields that the filter knows,
 * src/filter/condition/fields.ts.
 */
export interface BaseField {
  name: string;
  label: string;
  type: "text" | "number" | "time" | "id";
  /** Whether it has few enough different values to choose from. */
  has_values: boolean;
}

export const baseFields: readonly BaseField[] = [
  { name: "host", label: "Host", type: "text", has_values: true },
  { name: "program", label: "Program", type: "text", has_values: true },
  { name: "message", label: "Message", type: "text", has_values: false },
  { name: "pattern", label: "Pattern of the message", type: "text", has_values: true },
  { name: "severity", label: "Severity, 0 (emergency) to 7 (debug)", type: "number", has_values: true },
  { name: "severity_name", label: "Severity by name", type: "text", has_values: true },
  { name: "facility", label: "Facility, 0 to 23", type: "number", has_values: true },
  { name: "facility_name", label: "Facility by name", type: "text", has_values: true },
  { name: "status", label: "Status, 0 to 2", type: "number", has_values: true },
  { name: "status_name", label: "Status by name", type: "text", has_values: true },
  { name: "type", label: "Way it came in", type: "text", has_values: true },
  { name: "cisco_mnemonic", label: "Cisco mnemonic", type: "text", has_values: true },
  { name: "counter", label: "Occurrences", type: "number", has_values: false },
  { name: "first_occurrence", label: "First occurrence", type: "time", has_values: false },
  { name: "last_occurrence", label: "Last occurrence", type: "time", has_values: false },
  { name: "id", label: "Event id", type: "id", has_values: false },
];
