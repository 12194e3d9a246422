import { copyOf, type Json } from "./json-values.ts";
import { renderTemplate } from "./message-template.ts";

/** Events of Seq and Serilog, in the compact format (CLEF) and in that of Serilog's JSON formatter. */

/** The names that Serilog's own enrichers give the program, the host, and the part that writes. */
export const serilogNames = { program: "Application", host: "MachineName", logger: "SourceContext" } as const;

/** Names of CLEF that are tags, and their names as tags. */
const tagNames: Readonly<Record<string, string>> = {
  ...{ "@mt": "message_template", "@i": "event_type", "@tr": "trace_id", "@sp": "span_id", "@ps": "parent_span_id" },
  ...{ "@sc": "scope", "@ra": "resource", "@sk": "span_kind", "@st": "span_start" },
};

/** The name of a property as a tag. */
export function clefTagName(name: string): string {
  if (Object.hasOwn(tagNames, name)) return tagNames[name]!;
  return name.startsWith("@@") ? name.slice(1) : name;
}

/** The raw format in the words of the compact one. */
export function compactOf(json: Json): Json {
  const { Timestamp, Level, MessageTemplate, RenderedMessage, Message, Exception, EventType, Properties, ...rest } =
    json;
  const { TraceId, SpanId, Renderings: _renderings, ...others } = rest;
  return {
    ...others,
    ...(typeof Properties === "object" ? escaped(Properties as Json) : undefined),
    "@t": Timestamp,
    "@l": Level,
    "@mt": MessageTemplate,
    "@m": RenderedMessage ?? Message,
    "@x": Exception,
    "@i": EventType,
    "@tr": TraceId,
    "@sp": SpanId,
  };
}

/** Properties with such names as the compact format has for its own, as that one writes them. */
function escaped(properties: Json | null): Json | null {
  const names = Object.keys(properties ?? {});
  if (!names.some((name) => name.startsWith("@"))) return properties;
  return Object.fromEntries(names.map((name) => [name.startsWith("@") ? `@${name}` : name, properties![name]]));
}

/** The rendered message, or the template with its holes filled; an exception follows it. "" when there is none. */
export function clefMessage(json: Json): string {
  const { "@m": rendered, "@mt": template, "@x": exception, "@r": renderings } = json;
  const list = Array.isArray(renderings) ? renderings : [];
  const text =
    typeof rendered === "string" ? rendered : typeof template === "string" ? renderTemplate(template, json, list) : "";
  if (typeof exception !== "string" || exception === "") return text;
  return text === "" ? exception : `${text}\n${exception}`;
}

/** An event of the compact format in the words of `POST /incoming`; its own names are tags. */
export function translateClef(json: Json): Json {
  const event: Record<string, unknown> = { message: clefMessage(json) || undefined };
  const tags = copyOf({});
  for (const name in json) {
    const value = json[name];
    if (value === undefined || name === "@m" || name === "@x" || name === "@r") continue;
    if (name === "@t") event["@timestamp"] = value;
    else if (name === "@l") event.level = value;
    else if (name === serilogNames.program) event.app = value;
    else if (name === serilogNames.host) event.hostname = value;
    else if (name === serilogNames.logger) event.logger = value;
    else tags[clefTagName(name)] = value;
  }
  return copyOf({ ...event, user_tags: tags });
}
