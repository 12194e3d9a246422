import type { Socket } from "../../../src/http/socket.ts";

/** A socket that keeps its messages; while `isSlow` its client reads nothing. */
export class RecordingSocket implements Socket {
  readonly sent: string[] = [];
  isSlow = false;
  closedWith: number | undefined;
  isTerminated = false;

  send(text: string): number {
    this.sent.push(text);
    return this.isSlow ? -1 : text.length;
  }

  close(code: number): void {
    this.closedWith = code;
  }

  terminate(): void {
    this.isTerminated = true;
  }
}
