type Value = string | number | { [name: string]: Value };

/** A database in the MaxMind DB format that has one record, for every address of the family. */
export function tinyMmdb(record: Value, ipVersion: 4 | 6 = 6): Buffer {
  const nodes = 1;
  const dataPointer = nodes + 16;
  const tree = Buffer.from([0, 0, dataPointer, 0, 0, dataPointer]);
  const description = {
    node_count: nodes,
    record_size: 24,
    ip_version: ipVersion,
    database_type: "test",
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
  };
  const mark = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
  return Buffer.concat([tree, Buffer.alloc(16), encode(record), mark, encode(description)]);
}

function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === "object") {
    const entries = Object.entries(value);
    return Buffer.concat([control(7, entries.length), ...entries.flatMap((entry) => entry.map(encode))]);
  }
  const bytes = Buffer.alloc(Number.isInteger(value) ? 4 : 8);
  if (Number.isInteger(value)) bytes.writeUInt32BE(value);
  else bytes.writeDoubleBE(value);
  return Buffer.concat([control(Number.isInteger(value) ? 6 : 3, bytes.length), bytes]);
}

function control(type: number, size: number): Buffer {
  if (size >= 29) return Buffer.from([(type << 5) | 29, size - 29]);
  return Buffer.from([(type << 5) | size]);
}
