import { Counter, Gauge, type Registry } from "prom-client";

/** One value and the labels that tell it from the others of its family. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** Numbers of one name. A counter only ever rises, also across restarts where it is kept on disk. */
export interface Family<Facts> {
  /** Named by Prometheus' guide: a unit at the end, and `_total` after that of a counter. */
  name: string;
  help: string;
  type: "counter" | "gauge";
  labels?: readonly string[];
  /** At each scrape. */
  read(facts: Facts): readonly Sample[];
}

/** Puts families into a registry; the returned function sets all of them from one view of the service. */
export function register<Facts>(families: readonly Family<Facts>[], registry: Registry): (facts: Facts) => void {
  const metrics = families.map(({ name, help, type, labels = [] }) => {
    const configuration = { name, help, labelNames: [...labels], registers: [registry] };
    return type === "counter" ? new Counter(configuration) : new Gauge(configuration);
  });
  return (facts) => {
    for (const [index, family] of families.entries()) {
      const metric = metrics[index]!;
      metric.reset();
      for (const [value, labels = {}] of family.read(facts)) metric.inc(labels, value);
    }
  };
}
