/**
 * `Content-Disposition` of an answer to be saved under this name (RFC 6266, RFC 8187); `inline`: shown if possible, and
 * saved under this name.
 */
export function attachmentHeader(fileName: string, kind: "attachment" | "inline" = "attachment"): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*]/g, percentEncode);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * The last part of a path given by a user, without characters that could disguise it: control characters and marks that
 * reverse the reading direction. "" when nothing usable is left.
 */
export function toFileName(text: string): string {
  const last = text.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = last.replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  return /^\.+$/.test(name) ? "" : name;
}

/** Characters that `encodeURIComponent` keeps although they have a meaning in the header. */
function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
