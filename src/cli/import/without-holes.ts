/**
 * The bytes with each hole as one line end. A hole is a run of NULs: a crash leaves one in the place of the unwritten
 * end of a log, and a log that was cut while its writer went on begins with one. `onHole` gets the number of its NULs.
 */
export async function* withoutHoles(
  source: AsyncIterable<Uint8Array>,
  onHole: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  /** NULs at the end of what was read. */
  let held = 0;
  const release = () => {
    const bytes = held < holeBytesMin ? new Uint8Array(held) : lineEnd;
    if (held >= holeBytesMin) onHole(held);
    held = 0;
    return bytes;
  };
  for await (const chunk of source) {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < chunk.length; ) {
      const from = at;
      while (chunk[at] === 0) at++;
      held += at - from;
      if (at === chunk.length) break;
      if (held > 0) pieces.push(release());
      const hole = chunk.indexOf(0, at);
      const end = hole < 0 ? chunk.length : hole;
      pieces.push(chunk.subarray(at, end));
      at = end;
    }
    if (pieces.length > 0) yield pieces.length === 1 ? pieces[0]! : new Uint8Array(Buffer.concat(pieces));
  }
  if (held > 0) yield release();
}

/** Fewer NULs are content, or the sign of a file that is no text. */
const holeBytesMin = 4;
const lineEnd = Uint8Array.of(10);
