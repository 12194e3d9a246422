/** A way to pack files that vigie does not unpack. */
export interface OtherPacking {
  name: string;
  /** Writes the text in it to stdout when a file's name follows. */
  command: string;
}

/** By the first bytes. Twin: src/web/uploads/recognise-file.ts. */
export function otherPackingOf(head: Uint8Array): OtherPacking | undefined {
  return packings.find(({ at = 0, magic }) => magic.every((byte, i) => head[at + i] === byte));
}

const packings: readonly (OtherPacking & { at?: number; magic: readonly number[] })[] = [
  { name: "zip", command: "unzip -p", magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: "xz", command: "xz -dc", magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
  { name: "bzip2", command: "bzip2 -dc", magic: [0x42, 0x5a, 0x68] },
  { name: "7z", command: "7z x -so", magic: [0x37, 0x7a, 0xbc, 0xaf] },
  { name: "rar", command: "unrar p -inul", magic: [0x52, 0x61, 0x72, 0x21, 0x1a] },
  { name: "lz4", command: "lz4 -dc", magic: [0x04, 0x22, 0x4d, 0x18] },
  // The mark in its first header.
  { name: "tar", command: "tar -xOf", at: 257, magic: [0x75, 0x73, 0x74, 0x61, 0x72] },
];
