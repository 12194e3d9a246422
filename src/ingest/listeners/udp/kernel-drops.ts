import { readFileSync } from "node:fs";

/**
 * How many datagrams the system has dropped for each socket bound to this port since it was opened, because they came
 * faster than they were read: the last column of Linux's tables, summed. Undefined where there are none.
 */
export function readKernelDrops(port: number): number | undefined {
  try {
    return ["/proc/net/udp", "/proc/net/udp6"]
      .map((path) => dropsIn(readFileSync(path, "latin1"), port))
      .reduce((sum, drops) => sum + drops, 0);
  } catch {
    return undefined;
  }
}

/** `table`: as Linux writes it, addresses and ports in hexadecimal. */
export function dropsIn(table: string, port: number): number {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  let drops = 0;
  for (const line of table.split("\n").slice(1)) {
    const columns = line.trim().split(/\s+/);
    if (columns[1]?.endsWith(wanted)) drops += Number(columns[columns.length - 1]);
  }
  return drops;
}
