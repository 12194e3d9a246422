import type { Random } from "./random.ts";

/** Values that an event has in its fields and again in its message. */
export interface EventWords {
  readonly time: number;
  readonly ip: string;
  readonly user: string;
  readonly host: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly ms: string;
  readonly bytes: number;
  /** Twelve hexadecimal digits, the form of request ids. */
  readonly id: string;
}

/** A message with other numbers, names and ids each time. */
export type MessageMaker = (random: Random, event: EventWords) => string;

/** `pattern`: text with names of varying words in braces. Throws for an unknown name. */
export function messageMaker(pattern: string): MessageMaker {
  const pieces = pattern.split(/\{([a-z]+)\}/);
  const makers = pieces.map((piece, i): MessageMaker => {
    if (i % 2 === 0) return () => piece;
    const word = words[piece];
    if (word === undefined) throw new Error(`Expected a varying word, got "{${piece}}" in "${pattern}".`);
    return word;
  });
  return (random, event) => {
    let text = "";
    for (const make of makers) text += make(random, event);
    return text;
  };
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const sites = ["shop.example", "blog.example", "pay.example", "mail.example", "cdn.example"];

const words: Readonly<Record<string, MessageMaker>> = {
  ip: (_, { ip }) => ip,
  user: (_, { user }) => user,
  host: (_, { host }) => host,
  status: (_, { status }) => String(status),
  method: (_, { method }) => method,
  path: (_, { path }) => path,
  ms: (_, { ms }) => ms,
  bytes: (_, { bytes }) => String(bytes),
  id: (_, { id }) => id,
  site: (random) => sites[random.zipf(sites.length)]!,
  port: (random) => String(1_024 + random.below(64_000)),
  pid: (random) => String(300 + random.below(32_000)),
  n: (random) => String(1 + random.below(1_000_000)),
  small: (random) => String(1 + random.below(99)),
  digit: (random) => String(random.below(10)),
  two: (random) => String(random.below(60)).padStart(2, "0"),
  three: (random) => String(random.below(1_000)).padStart(3, "0"),
  hex: (random) => random.hex(10),
  queue: (random) => random.hex(10).toUpperCase(),
  mac: (random) => Array.from({ length: 6 }, () => random.below(256).toString(16).padStart(2, "0")).join(":"),
  iso: (_, { time }) => new Date(time * 1000).toISOString().slice(0, 23).replace("T", " "),
  date: (_, { time }) => new Date(time * 1000).toISOString().slice(0, 19).replaceAll("-", "/").replace("T", " "),
  clock: (_, { time }) => {
    const iso = new Date(time * 1000).toISOString();
    return `${iso.slice(8, 10)}/${months[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
  },
};
