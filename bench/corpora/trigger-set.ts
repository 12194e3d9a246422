import { Random } from "./random.ts";

/** A trigger as the API takes it. */
export interface BenchTrigger {
  name: string;
  order: number;
  filter: object[];
  mark_known: boolean;
  mark_actionable: boolean;
  threshold: { count: number; seconds: number; field: string } | null;
}

/**
 * Triggers as people set them: a program's errors, an address, a path, words of a message, patterns, bursts. Some 2.5 %
 * of the events fire one.
 */
export function makeTriggers(count: number): BenchTrigger[] {
  const random = new Random(7);
  return Array.from({ length: count }, (_, i) => ({
    name: `trigger ${i}`,
    order: Math.floor(random.next() * 100),
    filter: kinds[i % kinds.length]!(i),
    mark_known: i % 3 === 0,
    mark_actionable: i % 5 === 0,
    threshold: i % 10 === 0 ? { count: 5, seconds: 60, field: "src_ip" } : null,
  }));
}

const kinds: ((i: number) => object[])[] = [
  (i) => [{ field: "src_ip", value: `10.${i % 250}.${(i * 7) % 250}.${(i * 13) % 250}` }],
  (i) => [
    { field: "host", value: `web-${i}` },
    { field: "severity", op: "le", value: 3 },
  ],
  (i) => [{ field: "message", value: `module${i} failed` }],
  (i) => [{ field: "message", op: "qp", value: `"error E${1000 + i}" | timeout${i}` }],
  (i) => [{ field: "message", op: "=~", value: `unit-${i} (entered|left) state \\d+` }],
  (i) => [
    { field: "path", value: `/api/v${i}/*` },
    { field: "status_code", op: "ge", value: 500 },
  ],
  (i) => [
    { field: "user", value: [`user${i}`, `admin${i}`] },
    { field: "program", op: "ne", value: "cron" },
  ],
  () => [
    { field: "severity", op: "le", value: 2 },
    { field: "message", value: "kraken" },
  ],
];
