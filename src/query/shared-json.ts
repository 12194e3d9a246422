/**
 * JSON text, UTF-8, in memory that crosses threads without a copy: the main thread neither clones nor serialises a
 * worker's findings.
 */
export type SharedJson = Uint8Array<SharedArrayBuffer>;

export function toSharedJson(value: unknown): SharedJson {
  const bytes = Buffer.from(JSON.stringify(value));
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
