/**
 * The version to claim: the client's own, since Beats and others refuse a server older than they are. The user agent of
 * the official clients, the name of a Beat or Logstash, or the requested media type contains it.
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

/** New enough for clients of 7 and 8 that do not tell their version. */
const defaultVersion = "8.19.0";
