/** `field:value` as the query language reads it back: the field is this very text, or with `not` is not. */
export function writeCondition(field: string, value: string, not = false): string {
  return `${not ? "-" : ""}${writeField(field)}:${writeValue(value)}`;
}

/** A field's name as it stands before a sign. */
export function writeField(field: string): string {
  return /^[\p{L}_@$][\p{L}\p{M}\p{N}_.\-/@$]*$/u.test(field) ? field : quote(field);
}

/** A value as it stands behind `:`; none of its characters is a wildcard. */
export function writeValue(value: string): string {
  return value !== "" && !/^[<>]|[\s(),|"*?\\]/.test(value) ? value : quote(value);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
