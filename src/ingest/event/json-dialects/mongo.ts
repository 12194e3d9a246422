import { copyOf, type Json, objectOf, textOf } from "./json-values.ts";

/** The structured log of MongoDB since 4.4: one-letter names for what all lines have, the rest in `attr`. */
export function translateMongo(json: Json): Json | undefined {
  const { t, s, c, id, ctx, svc, msg, attr, tags, truncated: _truncated, size: _size, ...rest } = json;
  const time = objectOf(t)?.$date;
  const severity = severities.get(String(s));
  if (time === undefined || severity === undefined || textOf(msg) === undefined) return undefined;
  const event = copyOf(rest);
  event["@timestamp"] = time;
  event.severity = severity;
  event.app = svc === "S" ? "mongos" : "mongod";
  event.message = msg;
  event.user_tags = copyOf({ ...objectOf(attr), component: c, message_id: id, thread: ctx, tags });
  return copyOf(event);
}

const severities = new Map([
  ["F", 2],
  ["E", 3],
  ["W", 4],
  ["I", 6],
  ["D", 7],
  ...[1, 2, 3, 4, 5].map((level): [string, number] => [`D${level}`, 7]),
]);
