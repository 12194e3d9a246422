/**
 * A body of `POST /incoming` with events that look like logs: words of a small vocabulary, numbers and addresses that
 * vary, 50 hosts and eight programs. Each has its number in it, so none is a repeat of another. The same numbers give
 * the same events.
 */
export function syntheticBody(first: number, count: number, messageBytes: number): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (let index = first; index < first + count; index++)
    lines.push(
      JSON.stringify({
        host: `host-${index % 50}`,
        program: programs[(index * 7) % programs.length],
        severity: index % 20 === 0 ? 3 : 6,
        message: messageOf(index, messageBytes),
      }),
    );
  return new TextEncoder().encode(lines.join("\n"));
}

function messageOf(index: number, bytes: number): string {
  const random = randomOf(index);
  let text = `n=${index.toString(36)}`;
  while (text.length < bytes) {
    const number = random();
    const kind = number % 8;
    const word = words[(number >>> 3) % words.length]!;
    if (kind === 0) text += ` 10.${(number >>> 8) % 8}.${(number >>> 11) % 256}.${(number >>> 19) % 256}`;
    else if (kind === 1) text += ` ${word}=${(number >>> 8) % 100_000}`;
    else text += ` ${word}`;
  }
  return text.slice(0, bytes);
}

/** Marsaglia's xorshift32: quick, and the same on every machine. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const programs = ["sshd", "nginx", "kernel", "postgres", "systemd", "dockerd", "cron", "postfix"];

const words = (
  "connection accepted from user failed password session opened closed request response status upstream timeout error warning retry " +
  "client server packet dropped interface port query duration rows table lock checkpoint buffer memory disk write read sync started " +
  "stopped service unit job container image network route address resolved cache hit miss expired token login logout permission denied " +
  "granted certificate handshake protocol version method path bytes sent received queue message delivered deferred bounced"
).split(" ");
