/**
 * `org.example.App`, `dfs.DataNode$PacketResponder`, `nova.compute.manager`, `app::http`: names joined by dots, no
 * address, no file, no number.
 */
export function isLoggerName(text: string): boolean {
  const isOther = other.test(text) && text === text.toLowerCase() && !reversed.test(text);
  return dotted.test(text) && !isOther && readSourcePlace(text) === undefined;
}

const dotted = /^[A-Za-z_$][\w$-]*(?:(?:\.|::|\/)[A-Za-z_$][\w$-]*)+$/;
/** Hosts and files. */
const other = /\.(?:com|org|net|local|lan|internal|html?|txt|log|json|ya?ml|conf|cfg|xml|sh|exe|dll|so)$/;

/** `org.mortbay.log`: the domain stands in front, as in Java. */
const reversed = /^(?:org|com|net|io)\.[\w-]+\./;

/** `CmdLineTool`: two words at least, each with its capital. */
export function isClassName(text: string): boolean {
  return /^[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+$/.test(text);
}

/** Threads are named after their work, or end with a number. */
export function isThreadName(text: string): boolean {
  return (
    /^(?:main|event-?loop|background|startup|shutdown|timer|default|async)$/i.test(text) ||
    /(?:thread|pool|exec|worker|handler|dispatch|schedul|daemon|listener|reactor|timer|[-_#/]\d+$)/i.test(text)
  );
}

/** A word that no thread has as its name, such as the name that spdlog's loggers have. */
export function isPlainName(text: string): boolean {
  return /^[A-Za-z_][\w.-]{0,100}$/.test(text) && !isThreadName(text);
}

/** `server.go:123`, `App.java:17`, `main.py`: a source file, with the line or without. */
export function readSourcePlace(text: string): { file: string; line: string | undefined } | undefined {
  const found = sourcePlace.exec(text);
  return found === null ? undefined : { file: found[1]!, line: found[2] };
}

const sourcePlace =
  /^([\w./\\$@+-]{1,150}\.(?:go|java|kt|scala|py|pyx|rb|js|mjs|cjs|ts|tsx|c|cc|cpp|cxx|h|hpp|cs|fs|vb|rs|php|swift|m|mm|ex|exs|erl|hs|lua|pl|pm|clj|groovy))(?::(\d{1,6}))?(?::\d{1,4})?$/;

/** Tags from a bracket next to the level: a thread, ZooKeeper's thread with class and line, or a name and its value. */
export function addThread(
  text: string,
  add: (name: string, value: string) => void,
): { logger: string | undefined; line: string | undefined } {
  const place = /^(?:(.*):)?([A-Za-z_$][\w$.]*)@(\d{1,6})$/.exec(text);
  if (place !== null) {
    if (place[1]) add("thread", place[1]);
    return { logger: place[2], line: place[3] };
  }
  const pair = /^([a-z][a-z_]{0,31})[:=]([\w.-]{1,64})$/.exec(text);
  if (pair !== null) add(pair[1] === "id" ? "thread" : pair[1]!, pair[2]!);
  else add("thread", text);
  return { logger: undefined, line: undefined };
}

/** `o.a.c.c.C.[.[.[/].[dispatcherServlet]    : `, a logger of Tomcat as Spring Boot shortens it. */
export function readBracketedLogger(line: string, at: number): { logger: string; end: number } | undefined {
  bracketedLogger.lastIndex = at;
  const found = bracketedLogger.exec(line);
  return found === null ? undefined : { logger: found[1]!, end: bracketedLogger.lastIndex };
}

const bracketedLogger = / *([A-Za-z_$][\w$.]{0,60}\.\[[^ ]{1,100}) +: /y;

/** `[kea-dhcp4.dhcp4/71.140123]`, and a thread. */
export const loggerAndProcess = /^([a-z][\w-]*(?:\.[\w-]+)+)\/(\d{1,10})(?:\.(\d{1,20}))?$/;

/** `net.minecraft.server.MinecraftServer/`: a logger and its marker. */
export const loggerAndMarker = /^([A-Za-z][\w.$]{0,150})(?:\/[A-Z0-9_]{0,40})?$/;

/** Odoo's database, or `?`, and its logger. */
export const odooLogger = /([^ ]{1,64}) ((?:odoo|openerp|werkzeug|py\.warnings)(?:\.\w{1,64}){0,16}): /y;

/** java.util.logging's class and method. */
export const methodPattern = /^((?:[a-z][\w$]*\.)+[A-Z][\w$]*)\.([a-z<][\w$<>]*)$/;

/** `ERROR user: unknown` is a sentence, `ERROR Executor: lost` is not. */
export function isPlainWord(text: string): boolean {
  return /^[a-z]+$/.test(text);
}
