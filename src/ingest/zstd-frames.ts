/**
 * True when the bytes are a row of whole zstd frames (RFC 8878) and nothing else. The decoder of node:zlib answers with
 * what it has when the data ends early, without an error; for a body that would be a silent loss of its last events.
 */
export function isWholeZstd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const end = endOfFrame(view, at);
    if (end < 0 || end > bytes.length) return false;
    at = end;
  }
  return bytes.length > 0;
}

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const runBlock = 1;
const reservedBlock = 3;

/** Where the frame at `at` ends; -1 when it does not end within the bytes or is none. */
function endOfFrame(view: DataView, at: number): number {
  if (at + 8 > view.byteLength) return -1;
  const magic = view.getUint32(at, true);
  if ((magic & ~0x0f) >>> 0 === skippableMagic) return at + 8 + view.getUint32(at + 4, true);
  if (magic !== frameMagic) return -1;
  const descriptor = view.getUint8(at + 4);
  const lastBlockEnd = endOfBlocks(view, at + 5 + headerFieldBytes(descriptor));
  const hasChecksum = (descriptor & 0b100) !== 0;
  return lastBlockEnd < 0 || !hasChecksum ? lastBlockEnd : lastBlockEnd + 4;
}

/** Bytes of window, dictionary id and content size, as the descriptor announces them. */
function headerFieldBytes(descriptor: number): number {
  const singleSegment = (descriptor & 0b100000) !== 0;
  const window = singleSegment ? 0 : 1;
  const dictionary = [0, 1, 2, 4][descriptor & 0b11]!;
  const content = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  return window + dictionary + content;
}

function endOfBlocks(view: DataView, start: number): number {
  let at = start;
  for (;;) {
    if (at + 3 > view.byteLength) return -1;
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const type = (header >> 1) & 0b11;
    if (type === reservedBlock) return -1;
    at += 3 + (type === runBlock ? 1 : header >>> 3);
    if ((header & 1) === 1) return at;
  }
}
