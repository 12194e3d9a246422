import { copyOf, type Json, objectOf, textOf } from "./json-values.ts";

/**
 * JSON of Log4j 2: the time in two numbers, an exception as an object. Fields about the logging itself are kept aside.
 */
export function translateLog4j(json: Json): Json | undefined {
  const { instant, thrown, loggerFqcn, endOfBatch, threadId, threadPriority, contextMap, source, ...rest } = json;
  const at = objectOf(instant);
  if (typeof loggerFqcn !== "string" && typeof at?.epochSecond !== "number") return undefined;
  const error = objectOf(thrown);
  const stack = error === undefined ? "" : stackOf(error);
  const message = [textOf(rest.message), stack].filter(Boolean).join("\n");
  const event = copyOf(rest);
  const time = at === undefined ? undefined : secondsOf(at);
  if (time !== undefined) event.timestamp = time;
  if (message !== "") event.message = message;
  const place = objectOf(source);
  event.user_tags = copyOf({
    ...objectOf(contextMap),
    exception: textOf(error?.name),
    file_name: textOf(place?.file),
    line: place?.line,
    function: textOf(place?.method),
    ...objectOf(rest.user_tags),
  });
  event.extra_fields = copyOf({ loggerFqcn, endOfBatch, threadId, threadPriority, ...objectOf(rest.extra_fields) });
  return copyOf(event);
}

/** Microseconds are what is kept. */
function secondsOf({ epochSecond, nanoOfSecond }: Json): number | undefined {
  if (typeof epochSecond !== "number") return undefined;
  const nanos = typeof nanoOfSecond === "number" ? nanoOfSecond : 0;
  return epochSecond + Math.floor(nanos / 1000) / 1_000_000;
}

/** As logs of lines write it. */
function stackOf(thrown: Json, depth = 0): string {
  const { name, message, extendedStackTrace, cause } = thrown;
  const said = [textOf(name), textOf(message)].filter(Boolean).join(": ");
  const frames =
    typeof extendedStackTrace === "string"
      ? extendedStackTrace.trimEnd()
      : Array.isArray(extendedStackTrace)
        ? extendedStackTrace.slice(0, framesMax).flatMap(frameOf).join("\n")
        : "";
  // As a text it begins with the exception's own message.
  const own = said !== "" && frames.startsWith(said) ? frames : [said, frames].filter(Boolean).join("\n");
  const inner = objectOf(cause);
  if (inner === undefined || depth >= causesMax || typeof extendedStackTrace === "string") return own;
  return `${own}\nCaused by: ${stackOf(inner, depth + 1)}`;
}

/** A longer trace adds nothing new; a message is cut at 64 KiB anyway. */
const framesMax = 500;
const causesMax = 10;

function frameOf(frame: unknown): string[] {
  const { class: name, method, file, line } = objectOf(frame) ?? {};
  if (textOf(name) === undefined) return [];
  const place = textOf(file) === undefined ? "" : `(${file}${typeof line === "number" ? `:${line}` : ""})`;
  return [`\tat ${name}.${textOf(method) ?? "?"}${place}`];
}
