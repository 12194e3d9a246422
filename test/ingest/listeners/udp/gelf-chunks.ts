/** The message in chunks as GELF's specification has them. */
export function chunksOf(message: Uint8Array, id: string, count: number): Buffer[] {
  const size = Math.ceil(message.length / count);
  return Array.from({ length: count }, (_, index) =>
    Buffer.concat([
      Buffer.from([0x1e, 0x0f]),
      Buffer.from(id.padEnd(8)),
      Buffer.from([index, count]),
      message.subarray(index * size, (index + 1) * size),
    ]),
  );
}
