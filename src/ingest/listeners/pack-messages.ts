/** Encodes our own messages in MessagePack: short texts, bytes, truth values, lists and maps of them. */
type Packed = string | boolean | Uint8Array | readonly Packed[] | { readonly [name: string]: Packed };

export function pack(value: Packed): Buffer {
  if (typeof value === "boolean") return Buffer.of(value ? 0xc3 : 0xc2);
  if (typeof value === "string") return withLength(0xda, Buffer.from(value));
  if (value instanceof Uint8Array) return withLength(0xc5, value);
  if (Array.isArray(value)) return Buffer.concat([head(0xdc, value.length), ...value.map(pack)]);
  const pairs = Object.entries(value as Record<string, Packed>);
  return Buffer.concat([head(0xde, pairs.length), ...pairs.flatMap(([name, inner]) => [pack(name), pack(inner)])]);
}

function withLength(form: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([head(form, bytes.length), bytes]);
}

/** A form with a length of two bytes. */
function head(form: number, length: number): Buffer {
  return Buffer.of(form, length >> 8, length & 0xff);
}
