export type MsgpackKind =
  | "nil"
  | "false"
  | "true"
  | "unsigned"
  | "signed"
  | "float"
  | "text"
  | "binary"
  | "list"
  | "map"
  | "extension"
  | "never";

/**
 * Reads the head of a MessagePack value: its kind and the size of the rest. Small numbers, and everything that fits in
 * a byte, are their own heads.
 */
class MsgpackHead {
  kind: MsgpackKind = "nil";
  /** Bytes after the head that belong to the value itself: a text, a number. */
  bytes = 0;
  /** Values after it that belong to it: twice the pairs of a map. */
  values = 0;
  /** A number in the head itself; for an extension, its type. */
  number = 0;

  /** The bytes of the head at `at`, or 0 when it does not end before `to`. */
  read(source: Uint8Array, at: number, to: number): number {
    const first = source[at]!;
    this.bytes = 0;
    this.values = 0;
    if (first < 0x80) return this.#small("unsigned", first);
    if (first >= 0xe0) return this.#small("signed", first - 0x100);
    if (first >= 0xa0 && first < 0xc0) return this.#short("text", first & 0x1f);
    if (first < 0x90) return this.#short("map", first & 0x0f);
    if (first < 0xa0) return this.#short("list", first & 0x0f);
    const form = forms[first - 0xc0]!;
    const length = 1 + form.lengthBytes + (form.kind === "extension" ? 1 : 0);
    if (at + length > to) return 0;
    this.kind = form.kind;
    const size = form.lengthBytes === 0 ? form.fixedBytes : bigEndian(source, at + 1, form.lengthBytes);
    if (form.kind === "list") this.values = size;
    else if (form.kind === "map") this.values = size * 2;
    else this.bytes = size;
    if (form.kind === "extension") this.number = (source[at + length - 1]! << 24) >> 24;
    else this.number = Number.NaN;
    return length;
  }

  #small(kind: "unsigned" | "signed", number: number): number {
    this.kind = kind;
    this.number = number;
    return 1;
  }

  #short(kind: "text" | "map" | "list", size: number): number {
    this.kind = kind;
    if (kind === "text") this.bytes = size;
    else this.values = kind === "map" ? size * 2 : size;
    return 1;
  }
}

/** One for the thread: it holds the values read last. */
export const msgpackHead = new MsgpackHead();

function bigEndian(source: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + source[at + i]!;
  return value;
}

interface Form {
  kind: MsgpackKind;
  /** Bytes of the length field in the head, 0 when there is none. */
  lengthBytes: number;
  fixedBytes: number;
}

function form(kind: MsgpackKind, lengthBytes: number, fixedBytes = 0): Form {
  return { kind, lengthBytes, fixedBytes };
}

/** The meaning of the bytes 0xc0 to 0xdf. */
const forms: readonly Form[] = [
  form("nil", 0),
  form("never", 0),
  form("false", 0),
  form("true", 0),
  form("binary", 1),
  form("binary", 2),
  form("binary", 4),
  form("extension", 1),
  form("extension", 2),
  form("extension", 4),
  form("float", 0, 4),
  form("float", 0, 8),
  form("unsigned", 0, 1),
  form("unsigned", 0, 2),
  form("unsigned", 0, 4),
  form("unsigned", 0, 8),
  form("signed", 0, 1),
  form("signed", 0, 2),
  form("signed", 0, 4),
  form("signed", 0, 8),
  form("extension", 0, 1),
  form("extension", 0, 2),
  form("extension", 0, 4),
  form("extension", 0, 8),
  form("extension", 0, 16),
  form("text", 1),
  form("text", 2),
  form("text", 4),
  form("list", 2),
  form("list", 4),
  form("map", 2),
  form("map", 4),
];
