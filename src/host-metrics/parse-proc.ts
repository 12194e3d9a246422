/** Readers of the texts under /proc on Linux: raw counters, by part of the host. Unreadable ones are left out. */

/**
 * /proc/stat → jiffies since the start: user, nice, system, idle, iowait, irq, softirq, steal. `cpu` is all together.
 */
export function parseCpuTimes(text: string): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const line of text.split("\n")) {
    const [name, ...numbers] = line.trim().split(/\s+/);
    const id = /^cpu(\d*)$/.exec(name!)?.[1];
    if (id === undefined) continue;
    // Old kernels report fewer of them.
    times.set(
      id === "" ? "total" : id,
      Array.from({ length: 8 }, (_, i) => Number(numbers[i] ?? 0)),
    );
  }
  return times;
}

/** /proc/meminfo → bytes by name. */
export function parseMemory(text: string): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const [, name, kilobytes] of text.matchAll(/^(\w+):\s+(\d+) kB$/gm)) bytes.set(name!, Number(kilobytes) * 1024);
  return bytes;
}

/**
 * /proc/diskstats → reads, writes, bytes read, bytes written, milliseconds with work to do. Whole physical disks only.
 */
export function parseDisks(text: string): Map<string, number[]> {
  const disks = new Map<string, number[]>();
  for (const line of text.split("\n")) {
    const fields = line.trim().split(/\s+/);
    const name = fields[2];
    if (name === undefined || fields.length < 14 || !physicalDisk.test(name)) continue;
    const at = (index: number) => Number(fields[index]);
    disks.set(name, [at(3), at(7), at(5) * sectorBytes, at(9) * sectorBytes, at(12)]);
  }
  return disks;
}

/** Partitions, and devices made of disks (md, dm, loop), would be counted twice. */
const physicalDisk = /^(?:[shv]d[a-z]+|xvd[a-z]+|nvme\d+n\d+|mmcblk\d+)$/;
/** Sector size of the kernel's counters, whatever the disk has. */
const sectorBytes = 512;

/** /proc/net/dev → received and sent in turn: bytes, packets, errors, dropped. */
export function parseInterfaces(text: string): Map<string, number[]> {
  const interfaces = new Map<string, number[]>();
  for (const line of text.split("\n")) {
    const found = /^\s*([^\s:|]+):\s*(\d[\d\s]*)$/.exec(line);
    const numbers = found?.[2]?.trim().split(/\s+/).map(Number) ?? [];
    if (numbers.length < 12) continue;
    const [received, sent] = [numbers, numbers.slice(8)];
    interfaces.set(
      found![1]!,
      [0, 1, 2, 3].flatMap((i) => [received[i]!, sent[i]!]),
    );
  }
  return interfaces;
}

/**
 * /proc/self/mounts → mount points of file systems on disks of this host. A network file system could block a reader
 * for ever.
 */
export function parseMountPoints(text: string): string[] {
  const points = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [device, point, type] = line.split(" ");
    if (type === undefined || !localFileSystems.has(type)) continue;
    // A file mounted into a container, or one file system in several places: the first place is enough.
    if (!points.has(device!)) points.set(device!, unescapeOctal(point!));
  }
  return [...points.values()];
}

const localFileSystems: ReadonlySet<string> = new Set(
  "btrfs exfat ext2 ext3 ext4 f2fs jfs ntfs ntfs3 reiserfs vfat xfs zfs bcachefs".split(" "),
);

/** Blanks are written as \040. */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
