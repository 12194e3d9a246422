/**
 * Whether a text is one mail address that can go into a header and an envelope unchanged: a local part without quotes,
 * an @, a domain. RFC 5322 allows stranger ones; nobody uses them, and they serve to smuggle headers in.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    at > 0 &&
    text.length <= charactersMax &&
    localPart.test(local) &&
    (domainName.test(domain) || addressLiteral.test(domain))
  );
}

/** RFC 5321, 4.5.3.1: 64 for the local part, 254 for the whole. */
const charactersMax = 254;

/** RFC 6531 added letters beyond ASCII. */
const localPart = /^(?=.{1,64}$)[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainName =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?)(?:\.[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?)*$/u;
const addressLiteral = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[\da-fA-F:.]{2,45})\]$/;
