import { addTag } from "../../../time-text/scan.ts";

/**
 * Tags of `GET /path?query HTTP/1.1`: method, path, query_string, protocol. Anything else, such as a scanner's bytes,
 * becomes the single tag `request`.
 */
export function readRequestLine(request: string): string[] {
  const tags: string[] = [];
  const methodEnd = request.indexOf(" ");
  const method = request.slice(0, Math.max(methodEnd, 0));
  if (!/^[A-Z][A-Z_-]{0,31}$/.test(method)) {
    addTag(tags, "request", request);
    return tags;
  }
  const protocolAt = request.lastIndexOf(" HTTP/");
  const target = request.slice(methodEnd + 1, protocolAt > methodEnd ? protocolAt : undefined);
  const question = target.indexOf("?");
  addTag(tags, "method", method);
  addTag(tags, "path", question < 0 ? target : target.slice(0, question));
  if (question >= 0) addTag(tags, "query_string", target.slice(question + 1));
  if (protocolAt > methodEnd) addTag(tags, "protocol", request.slice(protocolAt + 1));
  return tags;
}
