import type { EventRow } from "../eventstore/event.ts";

/**
 * What makes two events the same, as bytes: host, program, severity, facility, names of tags, values of tags, message. No
 * UTF-8 text has the bytes that stand between them. The same bytes come of an event object and of the bytes of a body.
 */
export class Identity {
  private buffer = Buffer.allocUnsafeSlow(64 * 1024);
  private length = 0;

  /** Room for so many bytes, those between the parts included; nothing is in it then. */
  begin(bytes: number): void {
    this.length = 0;
    if (bytes > this.buffer.length) this.buffer = Buffer.allocUnsafeSlow(bytes * 2);
  }

  /** Bytes from `from` up to `to`, and an end mark. */
  addBytes(source: Uint8Array, from: number, to: number): void {
    const { buffer } = this;
    let { length } = this;
    if (to - from < 128) for (let i = from; i < to; i++) buffer[length++] = source[i]!;
    else {
      buffer.set(source.subarray(from, to), length);
      length += to - from;
    }
    buffer[length++] = endOfText;
    this.length = length;
  }

  addLevels(severity: number, facility: number): void {
    this.buffer[this.length++] = severity;
    this.buffer[this.length++] = facility;
  }

  /** Names of tags, each with its end mark already. */
  addNames(names: Uint8Array): void {
    this.buffer.set(names, this.length);
    this.length += names.length;
    this.buffer[this.length++] = endOfNames;
  }

  ofRow({ host, program, severity, facility, message, tags }: EventRow): void {
    let units = host.length + program.length + message.length + tags.length + 8;
    for (const text of tags) units += text.length;
    this.begin(units * 3);
    this.addText(host);
    this.addText(program);
    this.addLevels(severity, facility);
    for (let i = 0; i < tags.length; i += 2) this.addText(tags[i]!);
    this.buffer[this.length++] = endOfNames;
    for (let i = 1; i < tags.length; i += 2) this.addText(tags[i]!);
    this.addText(message);
  }

  /** What was added, until the next `begin`. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  private addText(text: string): void {
    this.length += this.buffer.write(text, this.length, "utf8");
    this.buffer[this.length++] = endOfText;
  }
}

export const endOfText = 0xff;
const endOfNames = 0xfe;
