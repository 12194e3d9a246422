/**
 * The version to claim: the client's own, since Beats and others refuse an older server than they are. It stands in
 * what the official clients tell of themselves, in the name of a Beat or Logstash, or in the media type asked for.
 */
export function versionFor(headers: Headers): string {
  const agent = headers.get("user-agent") ?? "";
  const meta = headers.get("x-elastic-client-meta") ?? "";
  const [, told] = /\bes=(\d+\.\d+\.\d+)/.exec(meta) ?? agentVersion.exec(agent) ?? [];
  if (told !== undefined) return told;
  const media = `${headers.get("accept") ?? ""} ${headers.get("content-type") ?? ""}`;
  const [, major] = /\bcompatible-with=(\d{1,2})\b/.exec(media) ?? [];
  return major === undefined ? defaultVersion : `${major}.0.0`;
}

const agentVersion =
  /\b(?:\w+beat|elastic-agent|logstash|elasticsearch(?:-\w+)?|elasticsearch-transport-\w+)\/(\d+\.\d+\.\d+)/i;

/** New enough for clients of 7 and 8, which say nothing of themselves. */
const defaultVersion = "8.19.0";
